import { sql } from 'kysely'

import type { Writer } from '#kernel/database.ts'

import { changeEntry, createEntry, type Entry, lockEntry, type NewEntry } from './entries.ts'

type Fetched = Required<Pick<NewEntry, 'kind' | 'title' | 'body'>> & { url: string; fetchedAt: Date }

/**
 * Stores a web page: in the entry that an earlier reading of its address created, else in a new one. `own`: members have
 * rewritten that entry, and their words stay. Two readings of one address happen one after the other.
 */
export async function saveFetched(
  db: Writer,
  page: Fetched,
): Promise<{ outcome: 'created' | 'updated' | 'own'; entry: Entry }> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`context ${page.url}`} || app.org(), 0))`.execute(db)
  const found = await db
    .selectFrom('context_entry')
    .select(['id', 'fetched_at'])
    .where('url', '=', page.url)
    .orderBy(sql`fetched_at is null`)
    .orderBy('id')
    .executeTakeFirst()
  if (found === undefined) return { outcome: 'created', entry: await createEntry(db, page) }
  const entry = await lockEntry(db, found.id)
  if (entry.fetchedAt === null) return { outcome: 'own', entry }
  const { kind, title, body, fetchedAt } = page
  return { outcome: 'updated', entry: await changeEntry(db, entry, { kind, title, body, fetchedAt }) }
}
