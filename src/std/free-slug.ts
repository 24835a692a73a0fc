import { withSuffix } from './slugs.ts'

/** How many are tried one by one, and at once of those that lie further apart. */
const near = 10
const atOnce = 30

/**
 * The wanted slug, or the first of `-2` to `-10` behind it that is free, or else one whose predecessor is taken: where hundreds have
 * the same, those are not all asked for. `takenOf` says which of some slugs are taken.
 */
export async function freeSlug(
  wanted: string,
  takenOf: (slugs: readonly string[]) => Promise<readonly string[]>,
): Promise<string> {
  const slugOf = (n: number) => (n === 1 ? wanted : withSuffix(wanted, n))
  const firstFree = async (numbers: readonly number[]) => {
    const taken = new Set(await takenOf(numbers.map(slugOf)))
    return numbers.find((n) => !taken.has(slugOf(n)))
  }

  const doubling = Array.from({ length: 20 }, (_, i) => near * 2 ** (i + 1))
  let free = (await firstFree([...Array.from({ length: near }, (_, i) => i + 1), ...doubling])) ?? near * 2 ** 21
  if (free <= near) return slugOf(free)
  let taken = free / 2
  while (free - taken > 1) {
    const step = Math.ceil((free - taken) / (atOnce + 1))
    const between = Array.from({ length: atOnce }, (_, i) => taken + step * (i + 1)).filter((n) => n < free)
    const found = (await firstFree(between)) ?? free
    taken = found === free ? (between.at(-1) ?? taken) : Math.max(taken, found - step)
    free = found
  }
  return slugOf(free)
}
