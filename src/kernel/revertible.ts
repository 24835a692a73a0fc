import type { ItemWriter } from './checks.ts'
import type { Ctx } from './context.ts'
import type { Writer } from './database.ts'
import type { Author, RecordState, RecordType, Snapshot } from './journal.ts'

/** A record as it is now. */
export type Present = RecordState & { title: string }

/** The transaction in which records are taken back. */
type Reverting = ItemWriter & Author & Pick<Ctx<'write'>, 'shownChanged'>

/** How records of a kind other than items are taken back to a state (undo.md#taken-back-by-field). */
export type Revertible = {
  type: Exclude<RecordType, 'item'>
  /** The records with these ids, locked in one order. Unknown ids are left out. */
  lock(db: Writer, ids: readonly string[]): Promise<Map<string, Present>>
  restore(ctx: Reverting, id: string, snapshot: Snapshot): Promise<void>
  remove(ctx: Reverting, id: string, snapshot: Snapshot): Promise<void>
  /** Creates the record again, with its id and the next version. */
  recreate(ctx: Reverting, id: string, state: RecordState): Promise<void>
}
