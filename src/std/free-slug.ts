import { withSuffix } from './slugs.ts'

/** The wanted slug, or the first of `-2`, `-3` ... behind it that is free. `takenOf` says which of some slugs are taken. */
export async function freeSlug(
  wanted: string,
  takenOf: (slugs: readonly string[]) => Promise<readonly string[]>,
): Promise<string> {
  for (let [first, count] = [1, 1]; ; first += count, count *= 10) {
    const candidates = Array.from({ length: count }, (_, i) => suffixed(wanted, first + i))
    const taken = new Set(await takenOf(candidates))
    const free = candidates.find((candidate) => !taken.has(candidate))
    if (free !== undefined) return free
  }
}

function suffixed(slug: string, n: number): string {
  return n === 1 ? slug : withSuffix(slug, n)
}
