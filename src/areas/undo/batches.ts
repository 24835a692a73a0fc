import { inTurn, type Planned } from './planned.ts'
import { passingsIn } from './unique-names.ts'

/** How many records a transaction takes back at most, unless more of them belong together. */
export const batchSize = 50

/**
 * Records that one transaction takes back: 50 at most, but never a consolidation in two, nor records that get a name from each
 * other (undo.md#fifty-at-a-time).
 */
export function batchesOf(records: readonly Planned[]): string[][] {
  const batches: string[][] = []
  for (const ids of together(inTurn(records))) {
    const last = batches.at(-1)
    if (last !== undefined && last.length + ids.length <= batchSize) last.push(...ids)
    else batches.push([...ids])
  }
  return batches
}

/** The records that belong together, in the order of the first of each. */
function together(records: readonly Planned[]): Iterable<string[]> {
  const leaders = new Map<string, string>()
  const leaderOf = (id: string): string => {
    const leader = leaders.get(id)
    return leader === undefined || leader === id ? id : leaderOf(leader)
  }
  const join = (a: string, b: string) => leaders.set(leaderOf(a), leaderOf(b))
  for (const { id, type, from, whole, merge } of records) {
    if (merge !== undefined) join(id, merge)
    // A redirect goes with the item that it leads to, and with those that it gives way to.
    else if (type === 'redirect')
      for (const item of [whole['toItemId'], whole['gaveWayTo'], from['gaveWayTo']])
        if (typeof item === 'string') join(id, item)
  }
  for (const { to, from } of passingsIn(records)) {
    join(to.id, from.id)
    // A term is given up by its items first.
    for (const item of to.type === 'term' ? itemsWith(records, [to.id, from.id]) : []) join(item.id, to.id)
  }
  return Map.groupBy(
    records.map(({ id }) => id),
    leaderOf,
  ).values()
}

function itemsWith(records: readonly Planned[], termIds: readonly string[]): Planned[] {
  return records.filter(({ type, from, whole }) => {
    const lists = [from, whole].flatMap(({ categoryIds, tagIds }) => [categoryIds, tagIds])
    return type === 'item' && lists.some((list) => Array.isArray(list) && termIds.some((id) => list.includes(id)))
  })
}
