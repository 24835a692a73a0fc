import { isDeepStrictEqual } from 'node:util'

import { sql } from 'kysely'

import { allCollections } from '#areas/collections/index.ts'
import type { ItemWriter } from '#kernel/checks.ts'
import { storedId } from '#kernel/ids.ts'
import type { Snapshot } from '#kernel/journal.ts'
import type { Revertible } from '#kernel/revertible.ts'
import { nextVersion } from '#kernel/version.ts'
import { textHash } from '#std/text-hash.ts'

import type { RedirectRow } from './find-redirects.ts'
import { publishedAt } from './published-at.ts'
import { redirectChanges, redirectFields, removeRedirects } from './redirects.ts'

/** How redirects are taken back. */
export const revertibleRedirects: Revertible = {
  type: 'redirect',

  async lock(db, ids) {
    return redirectChanges.statesOf(await lockRows({ db }, ids))
  },

  async restore(ctx, id, snapshot) {
    const { db } = ctx
    const [before] = await lockRows(ctx, [id])
    const columns = await columnsNow(ctx, snapshot)
    if (before !== undefined && isDeepStrictEqual({ ...before, ...columns }, before)) return
    const after = await db
      .updateTable('redirect')
      .set({ ...columns, ...nextVersion })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await written(ctx, before, after)
  },

  async remove(ctx, id) {
    await removeRedirects(ctx, await lockRows(ctx, [id]))
  },

  async recreate(ctx, id, { n, snapshot }) {
    const made = await ctx.db
      .insertInto('redirect')
      .values({ ...(await columnsNow(ctx, snapshot)), id: storedId('redirect', id), version: n })
      .returningAll()
      .executeTakeFirstOrThrow()
    await written(ctx, undefined, made)
  },
}

function lockRows({ db }: Pick<ItemWriter, 'db'>, ids: readonly string[]): Promise<RedirectRow[]> {
  return db
    .selectFrom('redirect')
    .selectAll()
    .where('id', '=', sql<string>`any(${[...ids]})`)
    .orderBy('id')
    .forUpdate()
    .execute()
}

async function written({ db, checks }: ItemWriter, before: RedirectRow | undefined, after: RedirectRow): Promise<void> {
  redirectChanges.report(db, before, after)
  const itemIds = [before?.to_item_id, after.to_item_id].flatMap((id) => id ?? [])
  await checks.redirected(db, { paths: [after.from_path], itemIds })
}

/** Whether it waits is not taken back: that follows from where items are now, which a template may have moved (content.md#redirects-give-way). */
async function columnsNow({ db }: Pick<ItemWriter, 'db'>, snapshot: Snapshot) {
  const columns = columnsOf(snapshot)
  const { from_path: path } = columns
  const holders = await publishedAt(db, await allCollections(db), [path])
  return { ...columns, gave_way_to: holders.get(path) ?? null }
}

function columnsOf(snapshot: Snapshot) {
  const columns = Object.entries(redirectFields).map(([field, column]) => [column, snapshot[field] ?? null])
  // The states of redirects are stored from their rows.
  const row = Object.fromEntries(columns) as Pick<RedirectRow, (typeof redirectFields)[keyof typeof redirectFields]>
  return { ...row, from_hash: textHash(row.from_path) }
}
