import { makesPublic, needsNewApproval, notRestored, type Status } from '#areas/content/index.ts'
import { getSettings } from '#areas/organizations/index.ts'
import type { Reader } from '#kernel/database.ts'
import type { RecordType, Snapshot } from '#kernel/journal.ts'
import type { Scope } from '#kernel/scope.ts'

import { type Call, touchedBy } from './calls.ts'
import { type History, historiesOf } from './histories.ts'
import { type By, planRecord, type RecordPlan, same } from './plan-record.ts'

export const actions = [
  'restore',
  'trash',
  'untrash',
  'remove',
  'recreate',
  'unpublish',
  'unschedule',
  'republish',
  'unmerge',
] as const
export type Action = (typeof actions)[number]

export const skipCodes = [
  'changed_since',
  'too_old',
  'gone',
  'in_use',
  'slug_taken',
  'insufficient_scope',
  'not_revertible',
] as const

/** A record that can be taken back, and how. */
export type Planned = RecordPlan & {
  type: RecordType
  id: string
  title: string
  action: Action
  fields: string[]
  live: boolean
  /** Whether an item gets public, with the text that it had when it was, or with another one. */
  goesLive: 'as it was' | 'changed' | undefined
  merge: string | undefined
  version: number
  /** The number of its latest revision. */
  last: number
}

export type Skipped = {
  type: RecordType | 'call'
  id: string
  title: string
  code: (typeof skipCodes)[number]
  fields: string[]
  by?: (By & { requestId: string | null }) | undefined
  alternative?: { operation: string; input: Record<string, unknown> } | undefined
}

export type Plan = { records: Planned[]; skipped: Skipped[] }

type Asked = { calls: readonly Call[]; recordIds?: readonly string[] | undefined; scopes: readonly Scope[]; now: Date }

const days90 = 90 * 24 * 3600 * 1000

/** What it takes to take calls back, record by record, and what stays as it is, with the reason. */
export async function planOf(db: Reader, { calls, recordIds, scopes, now }: Asked): Promise<Plan> {
  const touched = await touchedBy(db, calls, recordIds)
  const histories = await historiesOf(db, touched)
  const requests = new Set(calls.map(({ requestId }) => requestId))
  const plan: Plan = { records: [], skipped: [] }
  for (const history of histories) planOne(plan, history, { requests, now })
  await dropWhatIsTaken(db, plan)
  await dropBehindRails(db, plan)
  dropWithoutScope(plan, scopes)
  const named = new Set(touched.map(({ type, id }) => `${type} ${id}`))
  if (named.size === 0 && recordIds === undefined)
    for (const { requestId, operation } of calls)
      plan.skipped.push({ type: 'call', id: requestId, title: operation, code: 'not_revertible', fields: [] })
  return plan
}

function planOne(plan: Plan, history: History, { requests, now }: { requests: ReadonlySet<string>; now: Date }): void {
  const { touched, entries, item, version } = history
  const { type, id, title, isCreated } = touched
  const skip = (code: Skipped['code'], more: Partial<Skipped> = {}) =>
    plan.skipped.push({ type, id, title, code, fields: [], ...more })
  if (type === 'item' && item === undefined) return void skip('gone')
  if (now.getTime() - touched.at.getTime() > days90 || entries.length === 0) return void skip('too_old')
  const found = whole(planRecord(entries, { requests, isCreated }), type)
  for (const { field, by, requestId } of found.conflicts)
    addConflict(plan.skipped, { type, id, title, field, by: { ...by, requestId } })
  const fields = Object.keys(found.to).filter((field) => field !== 'externalUrl')
  if (found.existence === 'stays' && fields.length === 0) return
  const planned = { ...found, type, id, title, fields, version, merge: touched.merge, last: entries.at(-1)?.n ?? 0 }
  const action = actionOf(planned, history)
  if (action === undefined) return
  if (item !== undefined && item.trashed_at !== null && action !== 'untrash')
    return void skip('changed_since', {
      fields: ['trashedAt'],
      alternative: { operation: 'restoreItem', input: { id } },
    })
  const date = planned.to['publishAt']
  if (planned.to['status'] === 'scheduled' && typeof date === 'string' && new Date(date) <= now)
    return void skip('not_revertible', {
      fields: ['status', 'publishAt'],
      alternative: { operation: 'scheduleItem', input: { id, slot: 'next' } },
    })
  plan.records.push({ ...planned, action, live: isLive(planned, history), goesLive: goesLive(planned, history) })
}

// Fields that make sense only together: one that cannot be taken back keeps the others.
const couples = [
  ['content', 'contentFormat'],
  ['status', 'publishAt', 'firstPublishedAt', 'consolidatedIntoId'],
]

function whole(plan: RecordPlan, type: RecordType): RecordPlan {
  if (plan.conflicts.length === 0) return plan
  const inConflict = new Set(plan.conflicts.map(({ field }) => field))
  const kept = { ...plan, to: { ...plan.to }, from: { ...plan.from }, whole: { ...plan.whole } }
  const groups =
    type === 'redirect' ? [Object.keys(plan.to)] : couples.filter((group) => group.some((one) => inConflict.has(one)))
  for (const field of groups.flat()) {
    if (!(field in kept.to)) continue
    kept.whole[field] = kept.from[field]
    delete kept.to[field]
    delete kept.from[field]
  }
  return kept
}

function addConflict(
  skipped: Skipped[],
  { field, ...about }: Pick<Skipped, 'type' | 'id' | 'title' | 'by'> & { field: string },
): void {
  const known = skipped.find(
    ({ id, code, by }) => id === about.id && code === 'changed_since' && by?.requestId === about.by?.requestId,
  )
  if (known === undefined) skipped.push({ ...about, code: 'changed_since', fields: [field] })
  else known.fields.push(field)
}

function actionOf(
  { existence, to, type, merge }: RecordPlan & { type: RecordType; merge: string | undefined },
  { item }: History,
): Action | undefined {
  if (merge !== undefined) return 'unmerge'
  if (type !== 'item') return existence === 'stays' ? 'restore' : existence
  if (existence === 'remove') return item?.trashed_at == null ? 'trash' : undefined
  if ('trashedAt' in to) return to['trashedAt'] === null ? 'untrash' : 'trash'
  const status = to['status']
  if (status === undefined) return 'restore'
  if (item?.status === 'published') return 'unpublish'
  return status === 'draft' ? 'unschedule' : 'republish'
}

function isLive({ to, type }: { to: Snapshot; type: RecordType }, { item }: History): boolean {
  if (type === 'redirect') return true
  return item !== undefined && (item.status === 'published' || to['status'] === 'published')
}

function goesLive({ to, whole: after }: RecordPlan, { item, entries }: History): Planned['goesLive'] {
  // Stored from the column.
  const [status, present] = [to['status'], item?.status].map((one) => one as Status | undefined)
  if (item === undefined || !makesPublic(status) || present === 'published') return undefined
  const was = entries.findLast(({ snapshot }) => makesPublic(snapshot?.['status'] as Status | undefined))?.snapshot
  const differing = Object.keys(after).filter((field) => !notRestored.has(field) && !same(after[field], was?.[field]))
  return was == null || needsNewApproval(differing) ? 'changed' : 'as it was'
}

/**
 * What the organization's rails keep from going live stays: another text than the one that was public takes the same way as
 * any other (undo.md#live-again-as-it-was).
 */
async function dropBehindRails(db: Reader, plan: Plan): Promise<void> {
  if (plan.records.every((record) => record.goesLive === undefined)) return
  const { contentMode, publishingPolicy } = await getSettings(db)
  const hasRails = publishingPolicy.requireApproval || publishingPolicy.minWarningsSeverityToBlock === 'error'
  plan.records = plan.records.filter(({ type, id, title, fields, goesLive: how }) => {
    if (how === undefined || (contentMode === 'headless' && (how === 'as it was' || !hasRails))) return true
    plan.skipped.push({
      type,
      id,
      title,
      code: 'not_revertible',
      fields,
      alternative: { operation: 'publishItem', input: { id } },
    })
    return false
  })
}

/** A slug, path or place that another record has by now, and records that others use. */
async function dropWhatIsTaken(db: Reader, plan: Plan): Promise<void> {
  const planned = new Map(plan.records.map((record) => [record.id, record]))
  const taken = new Map<string, Skipped['code']>()
  for (const record of plan.records) {
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
      })
  }
}

type ByRecord = ReadonlyMap<string, Planned>

async function objection(db: Reader, record: Planned, planned: ByRecord): Promise<Skipped['code'] | undefined> {
  const { type, id, existence, to, whole: after } = record
  const isBack = existence === 'recreate'
  if (type === 'item' && typeof to['slug'] === 'string')
    return (await slugHolder(db, record, planned)) ? 'slug_taken' : undefined
  if (type === 'term' && (isBack || to['slug'] !== undefined))
    return (await termHolder(db, id, after)) ? 'slug_taken' : undefined
  if (type === 'term' && existence === 'remove') return (await usesOf(db, id, planned)) > 0 ? 'in_use' : undefined
  if (type === 'topic' && existence === 'remove') return after['itemId'] === null ? undefined : 'in_use'
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

async function slugHolder(db: Reader, { id, to }: Planned, planned: ByRecord): Promise<boolean> {
  const rows = await db
    .selectFrom('item')
    .innerJoin('item as own', (join) => join.on('own.id', '=', id))
    .select('item.id')
    .whereRef('item.collection_id', '=', 'own.collection_id')
    .where('item.slug', '=', String(to['slug']))
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

/** The scopes that an action needs besides `content:write` (undo.md#scopes-per-record). */
function scopesOf({ type, action, fields }: Planned): Scope[] {
  if (action === 'unmerge') return ['content:delete', 'content:publish']
  const scopes: Scope[] = []
  if (action === 'trash' || action === 'remove') scopes.push('content:delete')
  if (type === 'redirect' || (action !== 'trash' && fields.includes('publishAt'))) scopes.push('content:publish')
  if (action === 'unpublish' || action === 'unschedule' || action === 'republish') scopes.push('content:publish')
  return scopes
}

function dropWithoutScope(plan: Plan, scopes: readonly Scope[]): void {
  plan.records = plan.records.filter((record) => {
    if (scopesOf(record).every((scope) => scopes.includes(scope))) return true
    const { type, id, title, fields } = record
    plan.skipped.push({ type, id, title, code: 'insufficient_scope', fields })
    return false
  })
}

/** Records that one transaction takes back: 50 at most, a consolidation never in two (undo.md#fifty-at-a-time). */
export function batchesOf(records: readonly Planned[]): string[][] {
  const groups = new Map<string, string[]>()
  for (const { id, merge } of records) {
    const key = merge ?? id
    groups.set(key, [...(groups.get(key) ?? []), id])
  }
  const batches: string[][] = []
  for (const ids of groups.values()) {
    const last = batches.at(-1)
    if (last !== undefined && last.length + ids.length <= batchSize) last.push(...ids)
    else batches.push([...ids])
  }
  return batches
}

export const batchSize = 50
