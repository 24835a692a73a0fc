import { nameOf, shownFields, titleIn, typeOf } from '#areas/approvals/index.ts'
import { latestSnapshots, shownText } from '#areas/content/index.ts'
import { findItems, readSurroundings, worldAround } from '#areas/items/index.ts'
import type { BoundRecord, ShownRecord, ShownText } from '#kernel/approval.ts'
import type { Checks } from '#kernel/checks.ts'
import type { Writer } from '#kernel/database.ts'
import { canonicalJson } from '#std/json.ts'
import { isObject } from '#std/objects.ts'

/** How many records people are shown, and of how many items what is wrong with them. */
const limits = { records: 100, checked: 20 }

type Snapshots = Awaited<ReturnType<typeof latestSnapshots>>
/** Records at one time: the fields of each by `nameOf`, and the revisions of items. */
export type Pictures = { fields: Map<string, Record<string, unknown>>; items: Snapshots }

const idsOf = (bound: readonly BoundRecord[]) => bound.flatMap(([record, id]) => (record === 'item' ? [id] : []))

/** The first records, in their order: what nobody can read through is not stored. */
export const shownOf = (bound: readonly BoundRecord[]) => bound.slice(0, limits.records)

/** The records as they are in the transaction. */
export async function picturesOf(db: Writer, bound: readonly BoundRecord[]): Promise<Pictures> {
  const ids = idsOf(bound)
  const fields = await shownFields(db, bound)
  const there = await findItems(db, ids)
  const items = await latestSnapshots(db, [...there.keys()])
  for (const [id, { snapshot }] of items) {
    const trashedAt = there.get(id)?.trashed_at ?? null
    fields.set(nameOf(['item', id, 0]), { ...snapshot, ...(trashedAt === null ? {} : { trashedAt }) })
  }
  return { fields, items }
}

/** The warnings of the first items, as they are in the transaction. */
export async function warningsOf(
  db: Writer,
  checks: Checks,
  bound: readonly BoundRecord[],
): Promise<Map<string, ShownText['warnings']>> {
  const rows = await findItems(db, idsOf(bound).slice(0, limits.checked))
  const found = new Map<string, ShownText['warnings']>()
  if (rows.size === 0) return found
  const surroundings = await readSurroundings(db)
  for (const [id, row] of rows)
    if (row.trashed_at === null) found.set(id, await checks.warningsOf(db, await worldAround(db, row, surroundings)))
  return found
}

type Seen = { before: Pictures; after: Pictures; byPerson: Snapshots; warnings: Map<string, ShownText['warnings']> }

/** What people decide on: each record before and after, and the text of each item (approvals.md#people-see-the-text). */
export function showRecords(bound: readonly BoundRecord[], { before, after, byPerson, warnings }: Seen): ShownRecord[] {
  return bound.flatMap((record) => {
    const [kind, id] = record
    const [was, is] = [before.fields.get(nameOf(record)), after.fields.get(nameOf(record))]
    if (was === undefined && is === undefined) return []
    const text = after.items.get(id)
    return [
      {
        type: typeOf(kind, id),
        id,
        title: titleIn(kind, is ?? was ?? {}),
        change: was === undefined ? 'created' : is === undefined ? 'removed' : 'changed',
        before: was === undefined ? null : differing(was, is),
        after: is === undefined ? null : differing(is, was),
        ...(kind === 'item' && text !== undefined
          ? {
              text: {
                ...shownText(text, { byPerson: byPerson.get(id), before: before.items.get(id) }),
                warnings: warnings.get(id) ?? [],
              },
            }
          : {}),
      } satisfies ShownRecord,
    ]
  })
}

// The body of an item is in its text and its diff. Of a field with members, only those that differ are shown.
function differing(
  fields: Record<string, unknown>,
  others: Record<string, unknown> | undefined,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const other = others?.[name]
      if (name === 'content' || canonicalJson(filled(value)) === canonicalJson(filled(other))) return []
      return [[name, isObject(value) && isObject(other) ? differing(value, other) : value]]
    }),
  )
}

/** A list or object that is empty says no more than one that is not there. */
function filled(value: unknown): unknown {
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0
  return isEmpty ? null : (value ?? null)
}
