import { sql } from 'kysely'

import { pathsLeadingTo } from '#areas/addresses/index.ts'
import { knownReferences } from '#areas/content/index.ts'
import { referencesIn } from '#areas/items/index.ts'
import type { Reader } from '#kernel/database.ts'
import type { Snapshot } from '#kernel/journal.ts'

import type { Call } from './calls.ts'
import { leaveFields } from './plan-record.ts'
import { changesOf, leaves, type Plan, type Planned } from './planned.ts'
import { withTakenNames } from './unique-names.ts'

/** Records that others use, and slugs and paths that another record has by now. */
export async function dropWhatIsTaken(db: Reader, plan: Plan, calls: readonly Call[]): Promise<void> {
  const used = await usedByOthers(db, plan.records, calls)
  plan.records = plan.records.filter(({ type, id, title }) => {
    if (used.has(id)) plan.skipped.push({ type, id, title, code: 'in_use', fields: [] })
    return !used.has(id)
  })
  for (const record of await withTakenNames(db, plan.records)) leaveName(plan, record)
}

/** Other fields do not depend on the name; a record that comes back does not come back without it. */
function leaveName(plan: Plan, record: Planned): void {
  const { type, id, title, existence, from } = record
  const isBack = existence === 'recreate' || from['trashedAt'] != null
  if (!isBack) leaveFields(record, ['slug'])
  record.fields = record.fields.filter((field) => field !== 'slug')
  if (isBack || !hasAny(record.to)) plan.records = plan.records.filter((one) => one !== record)
  // Only there it gets another slug.
  const elsewhere = isBack && type === 'item' ? { alternative: { operation: 'restoreItem', input: { id } } } : {}
  plan.skipped.push({ type, id, title, code: 'slug_taken', fields: ['slug'], ...elsewhere })
}

/**
 * Fields whose former values name what no longer exists, nor comes back, stay: without it they would be others. A topic is free for
 * another draft as long as it does not get its own back.
 */
export async function dropWhatIsUnknown(db: Reader, plan: Plan): Promise<void> {
  const named = plan.records.filter(
    ({ type, existence }) => type === 'item' || (type === 'topic' && existence === 'stays'),
  )
  const known = await knownReferences(
    db,
    named.map((record) => namedBy(record)),
  )
  const recreated = new Set(plan.records.flatMap(({ id, existence }) => (existence === 'recreate' ? [id] : [])))
  const isUnknown = (id: string) => !known.has(id) && !recreated.has(id)
  for (const record of named) {
    const unknown = referencesIn(namedBy(record)).flatMap(({ field, ids }) => (ids.some(isUnknown) ? [field] : []))
    if (unknown.length === 0) continue
    const gone = record.type === 'item' ? unknown : ['state', 'itemId'].filter((field) => field in record.to)
    leaveFields(record, gone)
    record.fields = record.fields.filter((field) => field in record.to)
    const { type, id, title } = record
    plan.skipped.push({ type, id, title, code: 'gone', fields: gone })
  }
  plan.records = plan.records.filter(
    ({ type, existence, to }) => !['item', 'topic'].includes(type) || existence !== 'stays' || hasAny(to),
  )
}

/** What a record would name again, as the fields of an item name it. */
function namedBy({ type, to }: Planned) {
  if (type === 'item') return changesOf(to)
  return typeof to['itemId'] === 'string' ? changesOf({ relatedArticles: [to['itemId']] }) : {}
}

const hasAny = (values: Snapshot) => Object.keys(values).length > 0

async function usedByOthers(
  db: Reader,
  records: readonly Planned[],
  calls: readonly Call[],
): Promise<ReadonlySet<string>> {
  const planned = new Map(records.map((record) => [record.id, record]))
  const used = await ledTo(db, records)
  for (const { id, type, existence } of records)
    if (type === 'term' && existence === 'remove' && (await usesOf(db, id, { planned, calls })) > 0) used.add(id)
  for (const id of await withDrafts(db, records, planned)) used.add(id)
  return used
}

/** Items that go to the trash although redirects lead to them, which `deleteItem` refuses, too. */
async function ledTo(db: Reader, records: readonly Planned[]): Promise<Set<string>> {
  const leaving = records.flatMap(({ type, id, action }) => (type === 'item' && action === 'trash' ? [id] : []))
  const turned = new Set(
    records.flatMap(({ type, id, existence, to }) =>
      type === 'redirect' && (existence === 'remove' || 'toItemId' in to || to['gaveWayTo'] != null) ? [id] : [],
    ),
  )
  const leading = leaving.length === 0 ? [] : await pathsLeadingTo(db, leaving)
  return new Set(leading.flatMap(({ id, itemId }) => (turned.has(id) ? [] : [itemId])))
}

type ByRecord = ReadonlyMap<string, Planned>

/** Topics that would go or be free for another draft, although the one that they have stays (undo.md#drafts-hold-topics). */
async function withDrafts(db: Reader, records: readonly Planned[], planned: ByRecord): Promise<string[]> {
  const draftOf = ({ type, existence, from, to, whole }: Planned): string[] => {
    const draft = existence === 'remove' ? whole['itemId'] : from['itemId']
    return type === 'topic' && typeof draft === 'string' && to['itemId'] !== draft ? [draft] : []
  }
  const drafts = records.flatMap(draftOf)
  if (drafts.length === 0) return []
  const rows = await db
    .selectFrom('item')
    .select('id')
    .where('id', '=', sql<string>`any(${drafts})`)
    .where('trashed_at', 'is', null)
    .execute()
  const stays = (id: string) => {
    const item = planned.get(id)
    return item === undefined ? rows.some((row) => row.id === id) : !leaves(item)
  }
  return records.flatMap((record) => (draftOf(record).some(stays) ? [record.id] : []))
}

/** How many items have a term and keep it. */
async function usesOf(
  db: Reader,
  id: string,
  { planned, calls }: { planned: ByRecord; calls: readonly Call[] },
): Promise<number> {
  const requestIds = calls.map(({ requestId }) => requestId)
  const rows = await db
    .selectFrom('item_term')
    .select('item_id')
    .where('term_id', '=', id)
    // What the calls made and moved to the trash has left already.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('audit_effect as effect')
            .innerJoin('item', 'item.id', 'effect.record_id')
            .whereRef('item.id', '=', 'item_term.item_id')
            .where('item.trashed_at', 'is not', null)
            .where('effect.from_n', 'is', null)
            .where('effect.request_id', '=', sql<string>`any(${requestIds})`),
        ),
      ),
    )
    .execute()
  const keeps = (itemId: string) => {
    const item = planned.get(itemId)
    if (item === undefined) return true
    if (leaves(item)) return false
    const lists = [item.to['categoryIds'], item.to['tagIds']].filter((list) => Array.isArray(list))
    return !lists.some((list) => !list.includes(id))
  }
  return rows.filter((row) => keeps(row.item_id)).length
}
