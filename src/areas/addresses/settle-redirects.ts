import { sql } from 'kysely'

import { allCollections } from '#areas/collections/index.ts'
import type { ItemWriter } from '#kernel/checks.ts'
import type { Writer } from '#kernel/database.ts'
import { nextVersion } from '#kernel/version.ts'

import type { RedirectRow } from './find-redirects.ts'
import { publishedAt } from './published-at.ts'
import { redirectChanges } from './redirects.ts'

const slice = 1000

/**
 * Brings the redirects in line with where published items are, after the addresses of many moved at once (a template, a time zone, the
 * slug of a category): one whose path an item has now waits for it to leave, one that waits for an item that is elsewhere now leads on
 * (content.md#redirects-give-way).
 */
export async function settleRedirects({ db, checks }: ItemWriter): Promise<void> {
  const collections = await allCollections(db)
  for (let after = ''; ;) {
    const rows = await redirectsAfter(db, after)
    const holders = await publishedAt(
      db,
      collections,
      rows.map(({ from_path: path }) => path),
    )
    const settled = rows.filter((row) => row.gave_way_to !== (holders.get(row.from_path) ?? null))
    if (settled.length > 0) {
      await giveWay(
        db,
        settled.map((row) => ({ row, holder: holders.get(row.from_path) ?? null })),
      )
      await checks.redirected(db, {
        paths: settled.map((row) => row.from_path),
        itemIds: settled.flatMap((row) => row.to_item_id ?? []),
      })
    }
    if (rows.length < slice) return
    after = rows.at(-1)?.id ?? ''
  }
}

const redirectsAfter = (db: Writer, after: string): Promise<RedirectRow[]> =>
  db.selectFrom('redirect').selectAll().where('id', '>', after).orderBy('id').limit(slice).forUpdate().execute()

async function giveWay(db: Writer, changes: readonly { row: RedirectRow; holder: string | null }[]): Promise<void> {
  const ids = changes.map(({ row }) => row.id)
  const holders = changes.map(({ holder }) => holder)
  const given = sql<{ id: string; holder: string | null }>`unnest(${ids}::text[], ${holders}::text[])`
  const written = await db
    .updateTable('redirect')
    .from(given.as<'given'>(sql`given(id, holder)`))
    .set((eb) => ({ gave_way_to: eb.ref('given.holder'), ...nextVersion }))
    .whereRef('redirect.id', '=', 'given.id')
    .returningAll('redirect')
    .execute()
  const before = new Map(changes.map(({ row }) => [row.id, row]))
  for (const row of written) redirectChanges.report(db, before.get(row.id), row)
}
