import { isSameValue } from '#areas/items/index.ts'
import type { Snapshot } from '#kernel/journal.ts'

/** Who wrote a revision. */
export type By = { kind: 'user' | 'agent' | 'system'; userId: string | null; credentialId: string | null }

/** A state of a record in its history: `snapshot` is null where it was removed. */
export type Entry = {
  n: number
  snapshot: Snapshot | null
  requestId: string | null
  /** Earlier calls of the same sitting that wrote it (content.md#sittings-are-one-revision). */
  folded: readonly string[]
  revertOf: readonly string[]
  by: By
}

/** `together`: the calls that are one change with ours, which only all of them take back. */
export type Conflict = { field: string; by: By; requestId: string | null; together?: string[] | undefined }

/** What it takes to take calls back on one record. `to` has the fields that get another value, `from` their present ones. */
export type RecordPlan = {
  existence: 'stays' | 'remove' | 'recreate'
  from: Snapshot
  to: Snapshot
  /** The whole record as it is afterwards. */
  whole: Snapshot
  conflicts: Conflict[]
}

const exists = Symbol('exists')
type Name = string | typeof exists
type Values = { exists: boolean; fields: Snapshot }
type Change = Pick<Entry, 'requestId' | 'folded' | 'revertOf' | 'by'> & { at: number; before: unknown }

/**
 * Takes calls back field by field (undo.md#taken-back-by-field): a field that they changed gets its value from before the first
 * of them, unless another call changed it since. `history` ascends; `isCreated`: the calls created the record.
 */
export function planRecord(
  history: readonly Entry[],
  { requests, isCreated }: { requests: ReadonlySet<string>; isCreated: boolean },
): RecordPlan {
  const values = valuesOf(history)
  const present = values.at(-1) ?? { exists: false, fields: {} }
  const plan: RecordPlan = { existence: 'stays', from: {}, to: {}, whole: { ...present.fields }, conflicts: [] }
  const fields = [...new Set(history.flatMap(({ snapshot }) => Object.keys(snapshot ?? {})))]

  const lives = effective(changesOf(history, values, exists, isCreated), requests)
  const existed = lives.ours[0]?.before
  if (existed === false && present.exists) {
    plan.conflicts = fields.flatMap((field) => {
      const [first] = effective(changesOf(history, values, field, false), requests).others
      return first === undefined ? [] : [{ field, by: first.by, requestId: first.requestId }]
    })
    if (plan.conflicts.length === 0) plan.existence = 'remove'
    return plan
  }
  if (existed === true && !present.exists) {
    if (lives.since !== undefined)
      return { ...plan, conflicts: [conflictOf('id', lives.since, { ours: lives.ours, requests })] }
    plan.existence = 'recreate'
  }
  if (plan.existence === 'stays' && !present.exists) return plan

  for (const field of fields) {
    const { ours, since } = effective(changesOf(history, values, field, false), requests)
    const [first] = ours
    if (first === undefined || same(field, first.before, present.fields[field])) continue
    if (since !== undefined) plan.conflicts.push(conflictOf(field, since, { ours, requests }))
    else {
      plan.from[field] = present.fields[field] ?? null
      plan.to[field] = first.before ?? null
      plan.whole[field] = first.before ?? null
    }
  }
  return plan
}

function conflictOf(field: string, change: Change, { ours, requests }: Ours): Conflict {
  const { by, requestId } = change
  if (!ours.includes(change)) return { field, by, requestId }
  const together = callsOf(change)
  return { field, by, requestId: together.find((id) => !requests.has(id)) ?? requestId, together }
}

type Ours = { ours: readonly Change[]; requests: ReadonlySet<string> }

const callsOf = ({ requestId, folded }: Change) => (requestId === null ? [] : [...folded, requestId])

/** The values after each entry: a removal keeps what the record said last. */
function valuesOf(history: readonly Entry[]): Values[] {
  let fields: Snapshot = {}
  return history.map(({ snapshot }) => {
    fields = snapshot ?? fields
    return { exists: snapshot !== null, fields }
  })
}

function changesOf(history: readonly Entry[], values: readonly Values[], name: Name, isCreated: boolean): Change[] {
  const valueAt = (at: number) => {
    const state = values[at]
    return name === exists ? state?.exists : state?.fields[name as string]
  }
  return history.flatMap((entry, at) => {
    const { requestId, folded, revertOf, by } = entry
    if (at === 0) return name === exists && isCreated ? [{ at, requestId, folded, revertOf, by, before: false }] : []
    const before = valueAt(at - 1)
    // A field that was not kept then.
    return before === undefined || same(name, before, valueAt(at))
      ? []
      : [{ at, requestId, folded, revertOf, by, before }]
  })
}

/**
 * The changes that still have an effect: one that was taken back has none, nor has what took it back. `others` are those of
 * other calls; what Masthead did by itself, such as publishing what was due, follows from the calls. `since`: the first
 * change of another call after ours.
 */
function effective(changes: readonly Change[], requests: ReadonlySet<string>) {
  const isGone = new Set<Change>()
  for (const change of changes.toReversed()) {
    if (isGone.has(change) || (change.requestId !== null && requests.has(change.requestId))) continue
    const taken = changes.filter(
      ({ at, requestId }) => at < change.at && requestId !== null && change.revertOf.includes(requestId),
    )
    if (taken.length > 0) for (const one of [change, ...taken]) isGone.add(one)
  }
  const left = changes.filter((change) => !isGone.has(change))
  const ours = left.filter((change) => callsOf(change).some((id) => requests.has(id)))
  // A sitting of saves is taken back as a whole: with calls that were not named it is somebody else's, too.
  const others = left.filter((change) => callsOf(change).some((id) => !requests.has(id)))
  const first = ours[0]?.at ?? Infinity
  return { ours, others, since: others.find((change) => change.at > first || ours.includes(change)) }
}

/** Leaves fields as they are. */
export function leaveFields({ from, to, whole }: Pick<RecordPlan, 'from' | 'to' | 'whole'>, fields: readonly string[]) {
  for (const field of fields) {
    if (!(field in to)) continue
    whole[field] = from[field]
    delete to[field]
    delete from[field]
  }
}

/** Whether a field has the same value in two snapshots; a change of order counts where the order is kept. */
export function same(name: Name, a: unknown, b: unknown): boolean {
  return isSameValue(String(name), plain(a), plain(b))
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null))
