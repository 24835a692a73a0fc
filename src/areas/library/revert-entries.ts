import { sql } from 'kysely'

import type { Writer } from '#kernel/database.ts'
import { storedId } from '#kernel/ids.ts'
import type { Snapshot } from '#kernel/journal.ts'
import type { Revertible } from '#kernel/revertible.ts'
import { nextVersion } from '#kernel/version.ts'

import { columns, type Entry, entryColumns, entryOf, entryChanges, lockEntry, removeEntry } from './entries.ts'
import { searchedOf } from './entry-words.ts'

/** How entries of the Context Library are taken back. */
export const revertibleEntries: Revertible = {
  type: 'entry',

  async lock(db, ids) {
    const rows = await db
      .selectFrom('context_entry')
      .select(columns)
      .where('id', '=', sql<string>`any(${[...ids]})`)
      .orderBy('id')
      .forUpdate()
      .execute()
    return entryChanges.statesOf(rows.map(entryOf))
  },

  async restore({ db }, id, snapshot) {
    const before = await lockEntry(db, id)
    const row = await db
      .updateTable('context_entry')
      .set({ ...(await columnsOf(db, snapshot)), ...nextVersion })
      .where('id', '=', id)
      .returning(columns)
      .executeTakeFirstOrThrow()
    entryChanges.report(db, before, entryOf(row))
  },

  async remove({ db }, id) {
    await removeEntry(db, await lockEntry(db, id))
  },

  async recreate({ db }, id, { n, snapshot }) {
    const row = await db
      .insertInto('context_entry')
      .values({ ...(await columnsOf(db, snapshot)), id: storedId('contextEntry', id), version: n })
      .returning(columns)
      .executeTakeFirstOrThrow()
    entryChanges.report(db, undefined, entryOf(row))
  },
}

async function columnsOf(db: Writer, snapshot: Snapshot) {
  // The states of entries are stored from entries only.
  const entry = snapshot as Omit<Entry, 'id' | 'version' | 'updatedAt'>
  return { ...entryColumns(entry), ...(await searchedOf(db, entry)) }
}
