import { makesPublic, notRestored } from '#areas/content/index.ts'
import { needsNewApproval, type Status } from '#areas/items/index.ts'
import { getSettings } from '#areas/organizations/index.ts'
import type { Reader } from '#kernel/database.ts'
import type { RecordType, Snapshot } from '#kernel/journal.ts'
import type { Scope } from '#kernel/scope.ts'

import { keepAddresses, placesOf } from './addresses.ts'
import { type Call, ended, mergedWith, mostCalls, touchedBy } from './calls.ts'
import { type History, historiesOf } from './histories.ts'
import { dropWhatIsTaken, dropWhatIsUnknown } from './obstacles.ts'
import { leaveFields, planRecord, type RecordPlan, same } from './plan-record.ts'
import { type Action, type Plan, type Planned, type Skipped } from './planned.ts'

type Asked = {
  calls: readonly Call[]
  recordIds?: readonly string[] | undefined
  scopes: readonly Scope[]
  /** Consolidations of which nothing is taken back. */
  apart?: ReadonlySet<string> | undefined
  /** The versions that records had when a plan was made before. */
  versions?: ReadonlyMap<string, number> | undefined
  now: Date
}

const days90 = 90 * 24 * 3600 * 1000

/** What it takes to take calls back, record by record, and what stays as it is, with the reason. */
export async function planOf(
  db: Reader,
  { calls: given, recordIds, apart, scopes, versions, now }: Asked,
): Promise<Plan> {
  const calls = ended(given)
  const touched = await touchedBy(db, calls, recordIds)
  const histories = await historiesOf(db, touched)
  const requests = new Set(calls.map(({ requestId }) => requestId))
  const plan: Plan = { records: [], skipped: given.flatMap(unended) }
  for (const history of histories) planOne(plan, history, { requests, now })
  if (versions !== undefined) dropWhatMoved(plan, versions)
  if (apart !== undefined) dropMerges(plan, apart)
  await dropBehindRails(db, plan)
  dropWithoutScope(plan, scopes)
  await dropWhatIsHeld(db, plan, calls)
  const named = new Set(touched.map(({ type, id }) => `${type} ${id}`))
  if (named.size === 0 && recordIds === undefined)
    for (const { requestId, operation } of calls)
      plan.skipped.push({ type: 'call', id: requestId, title: operation, code: 'not_revertible', fields: [] })
  return plan
}

/**
 * The plan of what somebody asked for. A consolidation whose records are named in part stays as a whole
 * (undo.md#taken-back-by-field): the answer names the call for all of it.
 */
export async function planAsked(db: Reader, asked: Asked): Promise<Plan> {
  const { calls, recordIds } = asked
  if (recordIds === undefined) return planOf(db, asked)
  const others = await mergedWith(db, ended(calls), recordIds)
  if (others.length === 0) return planOf(db, asked)
  const all = await planOf(db, { ...asked, recordIds: [...recordIds, ...others] })
  const apart = all.records.flatMap(({ id, merge }) => (merge === undefined || recordIds.includes(id) ? [] : [merge]))
  return planOf(db, { ...asked, apart: new Set(apart) })
}

function dropMerges(plan: Plan, merges: ReadonlySet<string>): void {
  plan.records = plan.records.filter(({ type, id, title, fields, merge }) => {
    if (merge === undefined || !merges.has(merge)) return true
    const alternative = { operation: 'revertChanges', input: { requestIds: [merge] } }
    plan.skipped.push({ type, id, title, code: 'not_revertible', fields, alternative })
    return false
  })
}

function dropWhatMoved(plan: Plan, versions: ReadonlyMap<string, number>): void {
  plan.records = plan.records.filter((record) => {
    if (versions.get(record.id) === record.version) return true
    const { type, id, title, fields } = record
    plan.skipped.push({ type, id, title, code: 'changed_since', fields })
    return false
  })
}

function unended({ requestId, operation, jobId }: Call): Skipped[] {
  if (jobId === undefined) return []
  const alternative = { operation: 'cancelJob', input: { jobId } }
  return [{ type: 'call', id: requestId, title: operation, code: 'not_revertible', fields: [], alternative }]
}

/** What other records hold stays; that may hold others in turn. */
async function dropWhatIsHeld(db: Reader, plan: Plan, calls: readonly Call[]): Promise<void> {
  const places = await placesOf(db, calls, plan)
  for (let before = -1; plan.skipped.length > before;) {
    before = plan.skipped.length
    await dropWhatIsTaken(db, plan, calls)
    await dropWhatIsUnknown(db, plan)
    if (places !== undefined) keepAddresses(plan, places)
  }
}

function planOne(plan: Plan, history: History, { requests, now }: { requests: ReadonlySet<string>; now: Date }): void {
  const { touched, entries, item, version } = history
  const { type, id, title, isCreated, merge, requestIds } = touched
  const skip = (code: Skipped['code'], more: Partial<Skipped> = {}) =>
    plan.skipped.push({ type, id, title, code, fields: [], ...more })
  if (type === 'item' && item === undefined) return void skip('gone')
  if (now.getTime() - touched.at.getTime() > days90 || entries.length === 0) return void skip('too_old')
  const found = whole(planRecord(entries, { requests, isCreated }), type)
  // A topic that they created, whose draft exists by now.
  if (type === 'topic' && isCreated && found.conflicts.some(({ field }) => field === 'itemId'))
    return void skip('in_use')
  for (const { field, by, requestId, together } of found.conflicts)
    addConflict(plan.skipped, {
      type,
      id,
      title,
      field,
      by: { ...by, requestId },
      alternative: allOf(requests, together),
    })
  const fields = Object.keys(found.to).filter((field) => field !== 'externalUrl')
  if (found.existence === 'stays' && fields.length === 0) return
  const collectionId = item?.collection_id
  const last = entries.at(-1)?.n ?? 0
  const planned = { ...found, type, id, title, fields, version, merge, requestIds, last, at: touched.at, collectionId }
  const action = actionOf(planned, history)
  if (action === undefined) return
  // Its fields come back there as well; its status and its address are decided where it is restored.
  const staysInTrash = item !== undefined && item.trashed_at !== null && planned.to['trashedAt'] !== null
  if (staysInTrash && action !== 'restore')
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
  leaveFields(kept, groups.flat())
  return kept
}

// Saves of a sitting are one change: the call names what it takes to take it back.
function allOf(requests: ReadonlySet<string>, together: readonly string[] = []): Skipped['alternative'] {
  const requestIds = [...new Set([...requests, ...together])]
  const fits = together.length > 0 && requestIds.length <= mostCalls
  return fits ? { operation: 'revertChanges', input: { requestIds } } : undefined
}

function addConflict(
  skipped: Skipped[],
  { field, ...about }: Omit<Skipped, 'code' | 'fields'> & { field: string },
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
  const differing = Object.keys(after).filter(
    (field) => !notRestored.has(field) && !same(field, after[field], was?.[field]),
  )
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

/** The scopes that an action needs besides `content:write` (undo.md#scopes-per-record). */
function scopesOf({ type, action, fields }: Planned): Scope[] {
  if (action === 'unmerge') return ['content:delete', 'content:publish']
  const scopes: Scope[] = []
  if (action === 'trash' || action === 'remove') scopes.push('content:delete')
  const hasDates = fields.includes('publishAt') || fields.includes('firstPublishedAt')
  if (type === 'redirect' || (action !== 'trash' && hasDates)) scopes.push('content:publish')
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
