import { type Selectable, sql } from 'kysely'

import { pathOf } from '#areas/addresses/index.ts'
import { allCollections, type Collection } from '#areas/collections/index.ts'
import type { Reader } from '#kernel/database.ts'
import type { Snapshot } from '#kernel/journal.ts'
import type { Tables } from '#kernel/tables.ts'
import { pathKey } from '#std/site-paths.ts'

import type { Call } from './calls.ts'
import type { Plan, Planned, Skipped } from './planned.ts'

type Place = { path: string; isLive: boolean }

/** Where the items are that the calls changed, and those that redirects lead to. Nothing if the plan has no redirects. */
export type Places = {
  /** Where items were live before the calls. */
  left: ReadonlyMap<string, string>
  /** The calls that changed items which have been removed for good since. */
  emptied: ReadonlySet<string>
  now: ReadonlyMap<string, Place>
  placed(id: string, snapshot: Snapshot): Place | undefined
}

/** Reads the addresses that items had before the calls, and have now. */
export async function placesOf(db: Reader, calls: readonly Call[], plan: Plan): Promise<Places | undefined> {
  const redirects = plan.records.filter(({ type }) => type === 'redirect')
  if (redirects.length === 0) return undefined
  const before = await statesBefore(db, calls)
  const ids = [...before.map(({ id }) => id), ...redirects.flatMap(({ from, to, whole }) => targetsOf(from, to, whole))]
  const rows = await db
    .selectFrom('item')
    .select(['id', 'collection_id', 'slug', 'category_slug', 'publish_at', 'status', 'trashed_at'])
    .where('id', '=', sql<string>`any(${ids})`)
    .execute()
  const collections = new Map((await allCollections(db)).map((collection) => [String(collection.id), collection]))
  const items = new Map(rows.map((row) => [row.id, { row, collection: collections.get(row.collection_id) }]))
  const planned = plan.records.flatMap(({ type, whole }) => (type === 'item' ? [whole] : []))
  const slugs = await categorySlugs(db, [...before.map(({ snapshot }) => snapshot ?? {}), ...planned])

  const placed: Places['placed'] = (id, snapshot) => {
    const { collection } = items.get(id) ?? {}
    if (collection === undefined) return undefined
    const category = firstCategory(snapshot)
    const date = snapshot['publishAt']
    const path = pathOf(collection, {
      id,
      slug: String(snapshot['slug']),
      category_slug: category === undefined ? null : (slugs.get(category) ?? null),
      publish_at: typeof date === 'string' || date instanceof Date ? date : null,
    })
    return { path, isLive: snapshot['status'] === 'published' && snapshot['trashedAt'] == null }
  }
  return {
    left: new Map(
      before.flatMap(({ id, snapshot }) => {
        const place = snapshot === null ? undefined : placed(id, snapshot)
        return place?.isLive === true ? [[id, place.path] as const] : []
      }),
    ),
    emptied: new Set(before.flatMap(({ id, requestIds }) => (items.has(id) ? [] : requestIds))),
    now: new Map([...items].flatMap(([id, item]) => placeNow(id, item))),
    placed,
  }
}

/** The items that the calls changed and did not create, with their states before, as far as these are kept. */
async function statesBefore(db: Reader, calls: readonly Call[]) {
  const rows = await db
    .selectFrom('audit_effect as effect')
    .leftJoin('item_revision as before', (join) =>
      join.onRef('before.item_id', '=', 'effect.record_id').onRef('before.n', '=', 'effect.from_n'),
    )
    .select(['effect.record_id as id', 'effect.request_id', 'effect.from_n'])
    .select(sql<Snapshot | null>`before.snapshot::jsonb - 'content'`.as('snapshot'))
    .where('effect.type', '=', 'item')
    .where('effect.request_id', '=', sql<string>`any(${calls.map(({ requestId }) => requestId)})`)
    .orderBy('effect.record_id')
    .orderBy('effect.n')
    .execute()
  const effects = Map.groupBy(rows, ({ id }) => id)
  return [...effects].flatMap(([id, [first, ...others]]) =>
    first === undefined || first.from_n === null
      ? []
      : [{ id, snapshot: first.snapshot, requestIds: [first, ...others].map((row) => row.request_id) }],
  )
}

type Item = {
  row: Pick<Selectable<Tables['item']>, 'slug' | 'category_slug' | 'publish_at' | 'status' | 'trashed_at'>
  collection: Collection | undefined
}

function placeNow(id: string, { row, collection }: Item): [string, Place][] {
  if (collection === undefined) return []
  const isLive = row.status === 'published' && row.trashed_at === null
  return [[id, { path: pathOf(collection, { ...row, id }), isLive }]]
}

async function categorySlugs(db: Reader, snapshots: readonly Snapshot[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(snapshots.flatMap((snapshot) => firstCategory(snapshot) ?? []))]
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('term')
    .select(['id', 'slug'])
    .where('id', '=', sql<string>`any(${ids})`)
    .execute()
  return new Map(rows.map(({ id, slug }) => [id, slug]))
}

function firstCategory({ categoryIds }: Snapshot): string | undefined {
  return Array.isArray(categoryIds) && categoryIds.length > 0 ? String(categoryIds[0]) : undefined
}

const targetsOf = (...states: readonly Snapshot[]) =>
  states.flatMap(({ toItemId }) => (typeof toItemId === 'string' ? [toItemId] : []))

/**
 * An address that was public leads on until its item is live there again (undo.md#addresses-lead-on): the redirects that it
 * needs stay, or lead to where the item is.
 */
export function keepAddresses(plan: Plan, places: Places): void {
  const planned = new Map(plan.records.map((record) => [record.id, record]))
  plan.records = plan.records.flatMap((record) => {
    if (record.type !== 'redirect') return [record]
    const kept = record.existence === 'remove' ? removed(record, places, planned) : turned(record, places, planned)
    if (typeof kept !== 'string') return [kept]
    const { type, id, title, fields } = record
    plan.skipped.push({ type, id, title, code: kept, fields })
    return []
  })
}

type Kept = Planned | Skipped['code']
type ByRecord = ReadonlyMap<string, Planned>

function removed(redirect: Planned, places: Places, planned: ByRecord): Kept {
  const { whole, requestIds } = redirect
  const key = pathKey(String(whole['fromPath']))
  const [owner] = [...places.left].find(([, path]) => pathKey(path) === key) ?? []
  if (owner === undefined) return requestIds.some((id) => places.emptied.has(id)) ? 'in_use' : redirect
  const place = placeAfter(owner, places, planned)
  if (whole['gaveWayTo'] != null || (place?.isLive === true && pathKey(place.path) === key)) return redirect
  return place?.isLive === true && whole['toItemId'] !== owner ? leadingTo(redirect, owner) : 'in_use'
}

function turned(redirect: Planned, places: Places, planned: ByRecord): Kept {
  const target = redirect.whole['toItemId']
  if (typeof target !== 'string') return redirect
  const place = placeAfter(target, places, planned)
  if (place === undefined) return 'gone'
  return places.left.has(target) && !place.isLive ? 'in_use' : redirect
}

/** Where an item is once the plan is carried out. */
function placeAfter(id: string, { now, placed }: Places, planned: ByRecord): Place | undefined {
  const record = planned.get(id)
  if (record === undefined) return now.get(id)
  return record.existence === 'remove' ? undefined : placed(id, record.whole)
}

function leadingTo(redirect: Planned, toItemId: string): Planned {
  const to = { toItemId, toUrl: null, reason: 'slug_change' }
  const fields = Object.keys(to).filter((field) => redirect.whole[field] !== to[field as keyof typeof to])
  const only = (values: Snapshot) => Object.fromEntries(fields.map((field) => [field, values[field] ?? null]))
  const whole = { ...redirect.whole, ...to, formerItemId: null, formerUrl: null }
  return { ...redirect, existence: 'stays', whole, fields, from: only(redirect.whole), to: only(to) }
}
