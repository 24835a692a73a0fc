import { featuresOf, removeSimilarity, similarityWrites } from '#areas/checks/similarity/item-similarity.ts'
import { candidatesAsked } from '#areas/checks/similarity/similar-items.ts'
import { ask } from '#kernel/ask.ts'
import { breather } from '#kernel/breathe.ts'
import type { Checks, ItemWrite, Reading, StoredItem } from '#kernel/checks.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import { writeTogether } from '#kernel/write-together.ts'

import { requireNoErrors } from './blocking.ts'
import { type Body, isLong, readAhead } from './body-readings.ts'
import { checkAndStore, checkItem } from './check-item.ts'
import { areAlike } from './checked-item.ts'
import { linksOf } from './item-links.ts'
import { keyWrites, leaveKeys, storedKeys } from './kept-keys.ts'
import { markRedirected, rivalsWrite } from './marks.ts'
import { aroundOf } from './site.ts'
import { standingsAsked } from './standings.ts'
import { checkKept } from './stored-checks.ts'
import { isWarned } from './warned-items.ts'

/** The checks of the product. */
export const itemChecks: Checks = {
  prepare,
  keptKeys: storedKeys,
  written,
  removed,
  redirected: markRedirected,
  warningsOf: async (db, item) => (await checkItem(db, item)).warnings,
  check: checkAndStore,
  requireNoErrors,
  linksOf,
  standingsAsked,
  isWarned,
}

async function prepare({ read }: Pick<Reading, 'read'>, html: string): Promise<void> {
  if (!isLong(html)) return
  await readAhead({ ...(await read(readerOf)), html }, breather(undefined))
}

async function readerOf(db: Reader): Promise<Pick<Body, 'organizationId' | 'locale'>> {
  const setting = db.selectFrom('organization_setting').select(['organization_id as organizationId', 'locale'])
  return setting.executeTakeFirstOrThrow()
}

// What did not change is not computed again: the signature of a body, the words of a title, keys.
async function written(
  db: Writer,
  { before, after, isRelabelled = false, rendered, kept, ...surroundings }: ItemWrite,
): Promise<void> {
  const title = before?.title === after.title ? undefined : after.title
  const body = rendered === undefined ? undefined : featuresOf(rendered)
  // Without an article type, labels say what kind of text it is.
  const isOfOtherKind = isRelabelled && after.article_type === null
  const isAlike = before !== undefined && rendered === undefined && !isOfOtherKind && areAlike(before, after)
  const around = aroundOf(surroundings, after.organization_id)
  const { locale } = surroundings.settings
  await writeTogether(db, [
    ...similarityWrites(db, [{ id: after.id, title, body }], locale),
    after.trashed_at === null ? undefined : await formerRivalsWrite(db, after, locale),
    ...(isAlike
      ? [checkKept(db, before, after)]
      : await keyWrites(db, { before, after, hrefs: rendered?.hrefs, around, kept })),
  ])
}

async function removed(db: Writer, row: StoredItem): Promise<void> {
  if (row.trashed_at === null) {
    const { locale } = await readerOf(db)
    await (await formerRivalsWrite(db, row, locale))?.execute()
  }
  await leaveKeys(db, row.id)
  await removeSimilarity(db, row.id)
}

/** The write that notes the items whose check names one that leaves: none of them competes with it any more. */
async function formerRivalsWrite(db: Writer, { id, title }: Pick<StoredItem, 'id' | 'title'>, locale: string) {
  const alike = await ask(db, candidatesAsked({ title, bands: { of: id }, locale }))
  return rivalsWrite(
    db,
    alike.map((other) => ({ itemId: other.id, rivalId: id, rank: null })),
  )
}
