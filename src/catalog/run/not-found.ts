import { type Problem, Refusal } from '#kernel/errors.ts'
import { idPrefixes, type IdKind, isId, listedBy } from '#kernel/ids.ts'
import { idKindsAt } from '#kernel/input-problems.ts'
import type { AnyOperation } from '#kernel/operation.ts'
import { jsonPointer } from '#std/json.ts'

type Called = { op: Pick<AnyOperation, 'input' | 'risk'>; input: Record<string, unknown> }
type Leaf = { path: (string | number)[]; value: unknown }

/**
 * A `not_found` with the place of the input that names what does not exist, and how to find what does
 * (calls.md#errors-can-be-corrected). Any other refusal stays as it is.
 */
export function located(refusal: Refusal, { op, input }: Called): Refusal {
  const { code, message, details, retryAfter, cause } = refusal
  if (code !== 'not_found' || Array.isArray(details)) return refusal
  const leaf = leafOf(op, input, details === undefined ? {} : (details as Record<string, unknown>))
  const path = ['input', ...(leaf?.path ?? [])].map((part) => String(part).slice(0, 100))
  const problem: Problem = {
    path: jsonPointer(path),
    message: [message, ...(leaf === undefined ? [] : proposals(message, leaf, op))].join(' '),
    code,
  }
  return new Refusal(code, message, [problem], { ...(retryAfter === undefined ? {} : { retryAfter }), cause })
}

/** What the refusal speaks of: a value of its details, else the only id of the input. */
function leafOf(op: Called['op'], input: unknown, details: Record<string, unknown>): Leaf | undefined {
  const { path: within, ...named } = details
  const values = new Set(Object.values(named).filter((value) => typeof value === 'string' || typeof value === 'number'))
  const leaves = leavesOf(input)
  const meant = leaves.filter(({ path, value }) => values.has(value as string) || values.has(String(path.at(-1))))
  const inside = (leaf: Leaf) => typeof within === 'string' && jsonPointer(['input', ...leaf.path]).startsWith(within)
  if (meant.length > 0) return meant.find(inside) ?? meant[0]
  const ids = leaves.filter(({ path }) => idKindsAt(op.input, path).length > 0)
  return ids.length === 1 ? ids[0] : undefined
}

function leavesOf(input: unknown): Leaf[] {
  const leaves: Leaf[] = []
  const waiting: Leaf[] = [{ path: [], value: input }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { path, value } = next
    if (typeof value !== 'object' || value === null) leaves.push(next)
    else
      waiting.push(
        ...Object.entries(value)
          .map(([name, inner]) => ({ path: [...path, name], value: inner }))
          .toReversed(),
      )
  }
  return leaves
}

function proposals(said: string, { path, value }: Leaf, op: Called['op']): string[] {
  const kinds = idKindsAt(op.input, path)
  const [kind] = kinds
  if (kind === undefined || typeof value !== 'string') return []
  const list = listedBy[kind]
  return [...formOf(kinds, value, op), ...(list === undefined || said.includes(list) ? [] : [`${list} lists the ids.`])]
}

/** What a value is that cannot be an id of these kinds. */
function formOf(kinds: readonly IdKind[], value: string, op: Called['op']): string[] {
  if (kinds.some((kind) => isId(kind, value))) return []
  const other = (Object.keys(idPrefixes) as IdKind[]).find((known) => isId(known, value))
  if (other !== undefined)
    return [`This is the id of another kind of record (${idPrefixes[other]}_...), not of this one.`]
  const isItem = kinds.includes('item')
  const bySlug =
    isItem && op.risk === 'read' && 'slug' in op.input.shape ? 'Give a slug in "slug", not here.' : undefined
  const id = `Ids of this kind begin with ${kinds.map((kind) => `${idPrefixes[kind]}_`).join(' or ')}.`
  if (!isItem) return [id]
  return [id, bySlug ?? 'getItem with "slug" finds the id of a slug.']
}
