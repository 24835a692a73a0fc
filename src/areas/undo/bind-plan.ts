import { bindForJob, isBinding } from '#kernel/bind-records.ts'
import type { Writer } from '#kernel/database.ts'
import { recordTypes } from '#kernel/journal.ts'

import type { Planned } from './planned.ts'

/**
 * Notes the records of a plan that a job carries out among those that its approval binds, and returns the versions that the plan was
 * made for, by id. Undefined where the call is not a matter of an approval (approvals.md#jobs-keep-the-versions).
 */
export async function bindPlan(db: Writer, records: readonly Planned[]): Promise<Record<string, number> | undefined> {
  if (!(await isBinding(db))) return undefined
  for (const kind of recordTypes) {
    const ids = records.flatMap(({ type, id }) => (type === kind ? [id] : []))
    if (ids.length > 0) await bindForJob(db, kind === 'entry' ? 'context_entry' : kind, ids)
  }
  return Object.fromEntries(records.map(({ id, version }) => [id, version]))
}
