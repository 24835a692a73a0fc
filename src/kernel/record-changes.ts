import type { Writer } from './database.ts'
import { journalOf, type RecordState, type RecordType } from './journal.ts'

type Shown<R> = { titleOf(record: R): string; stateOf(record: R): RecordState }

/** How changes of records of a type are reported, so that they can be taken back. */
export function recordChanges<R extends { id: string }>(type: Exclude<RecordType, 'item'>, shown: Shown<R>) {
  const { titleOf, stateOf } = shown
  return {
    /** Reports a change: without `before` the record was created, without `after` it was removed. Returns `after`. */
    report<After extends R | undefined>(db: Writer, before: R | undefined, after: After): After {
      const named = after ?? before
      if (named === undefined) return after
      const states = { before: before && stateOf(before), after: after && stateOf(after) }
      journalOf(db).changed({ type, id: named.id, title: titleOf(named), ...states })
      return after
    },

    /** The states of records, with their titles, by id. */
    statesOf: (records: Iterable<R>) =>
      new Map(Array.from(records, (record) => [record.id, { ...stateOf(record), title: titleOf(record) }])),
  }
}
