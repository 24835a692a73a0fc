import { pathsLeadingTo } from '#areas/addresses/index.ts'
import { knownReferences } from '#areas/content/index.ts'
import { referencesIn } from '#areas/items/index.ts'
import type { Reader } from '#kernel/database.ts'
import type { Snapshot } from '#kernel/journal.ts'

import { leaveFields } from './plan-record.ts'
import { changesOf, type Plan, type Planned, type Skipped } from './planned.ts'

/** A slug, path or place that another record has by now, and records that others use. */
export async function dropWhatIsTaken(db: Reader, plan: Plan): Promise<void> {
  const planned = new Map(plan.records.map((record) => [record.id, record]))
  const taken = await ledTo(db, plan.records)
  for (const record of plan.records) {
    if (taken.has(record.id)) continue
    const code = await objection(db, record, planned)
    if (code !== undefined) taken.set(record.id, code)
  }
  plan.records = plan.records.filter(({ id }) => !taken.has(id))
  for (const [id, code] of taken) {
    const record = planned.get(id)
    if (record !== undefined)
      plan.skipped.push({
        type: record.type,
        id,
        title: record.title,
        code,
        fields: code === 'slug_taken' ? ['slug'] : [],
        // Only there it gets another slug.
        ...(record.action === 'untrash' ? { alternative: { operation: 'restoreItem', input: { id } } } : {}),
      })
  }
}

/** Fields of items whose former values name what no longer exists, nor comes back, stay: without it they would be others. */
export async function dropWhatIsUnknown(db: Reader, plan: Plan): Promise<void> {
  const items = plan.records.flatMap((record) => (record.type === 'item' ? [record] : []))
  const known = await knownReferences(
    db,
    items.map(({ to }) => changesOf(to)),
  )
  const recreated = new Set(plan.records.flatMap(({ id, existence }) => (existence === 'recreate' ? [id] : [])))
  const isUnknown = (id: string) => !known.has(id) && !recreated.has(id)
  for (const record of items) {
    const gone = referencesIn(changesOf(record.to)).flatMap(({ field, ids }) => (ids.some(isUnknown) ? [field] : []))
    if (gone.length === 0) continue
    leaveFields(record, gone)
    record.fields = record.fields.filter((field) => field in record.to)
    const { type, id, title } = record
    plan.skipped.push({ type, id, title, code: 'gone', fields: gone })
  }
  plan.records = plan.records.filter(
    ({ type, existence, to }) => type !== 'item' || existence !== 'stays' || hasAny(to),
  )
}

const hasAny = (values: Snapshot) => Object.keys(values).length > 0

/** Items that go to the trash although redirects lead to them, which `deleteItem` refuses, too. */
async function ledTo(db: Reader, records: readonly Planned[]): Promise<Map<string, Skipped['code']>> {
  const leaving = records.flatMap(({ type, id, action }) => (type === 'item' && action === 'trash' ? [id] : []))
  const turned = new Set(
    records.flatMap(({ type, id, existence, to }) =>
      type === 'redirect' && (existence === 'remove' || 'toItemId' in to) ? [id] : [],
    ),
  )
  const leading = leaving.length === 0 ? [] : await pathsLeadingTo(db, leaving)
  return new Map(leading.flatMap(({ id, itemId }) => (turned.has(id) ? [] : [[itemId, 'in_use'] as const])))
}

type ByRecord = ReadonlyMap<string, Planned>

async function objection(db: Reader, record: Planned, planned: ByRecord): Promise<Skipped['code'] | undefined> {
  const { type, id, existence, to, whole: after } = record
  const isBack = existence === 'recreate'
  if (type === 'item' && (typeof to['slug'] === 'string' || record.action === 'untrash'))
    return (await slugHolder(db, record, planned)) ? 'slug_taken' : undefined
  if (type === 'term' && (isBack || to['slug'] !== undefined))
    return (await termHolder(db, id, after)) ? 'slug_taken' : undefined
  if (type === 'term' && existence === 'remove') return (await usesOf(db, id, planned)) === 0 ? undefined : 'in_use'
  if (type === 'topic' && existence === 'remove') {
    const draft = after['itemId']
    return draft === null || planned.get(String(draft))?.action === 'trash' ? undefined : 'in_use'
  }
  if (type === 'redirect' && isBack) {
    const other = await db
      .selectFrom('redirect')
      .select('id')
      .where('from_path', '=', String(after['fromPath']))
      .executeTakeFirst()
    return other === undefined ? undefined : 'slug_taken'
  }
  return undefined
}

async function slugHolder(db: Reader, { id, whole }: Planned, planned: ByRecord): Promise<boolean> {
  const rows = await db
    .selectFrom('item')
    .innerJoin('item as own', (join) => join.on('own.id', '=', id))
    .select('item.id')
    .whereRef('item.collection_id', '=', 'own.collection_id')
    .where('item.slug', '=', String(whole['slug']))
    .where('item.id', '<>', id)
    .where('item.trashed_at', 'is', null)
    .execute()
  return rows.some((row) => planned.get(row.id)?.action !== 'trash')
}

async function termHolder(db: Reader, id: string, after: Snapshot): Promise<boolean> {
  const other = await db
    .selectFrom('term')
    .select('id')
    .where('collection_id', '=', String(after['collectionId']))
    .where('kind', '=', after['kind'] === 'tag' ? 'tag' : 'category')
    .where('slug', '=', String(after['slug']))
    .where('id', '<>', id)
    .executeTakeFirst()
  return other !== undefined
}

/** How many items have a term and keep it. */
async function usesOf(db: Reader, id: string, planned: ByRecord): Promise<number> {
  const rows = await db.selectFrom('item_term').select('item_id').where('term_id', '=', id).execute()
  const keeps = (itemId: string) => {
    const item = planned.get(itemId)
    if (item === undefined) return true
    if (item.action === 'trash') return false
    const lists = [item.to['categoryIds'], item.to['tagIds']].filter((list) => Array.isArray(list))
    return !lists.some((list) => !list.includes(id))
  }
  return rows.filter((row) => keeps(row.item_id)).length
}
