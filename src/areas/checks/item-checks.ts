import { featuresOf, removeSimilarity, writeSimilarities } from '#areas/checks/similarity/item-similarity.ts'
import type { Checks, ItemWrite } from '#kernel/checks.ts'
import type { Writer } from '#kernel/database.ts'

import { requireNoErrors } from './blocking.ts'
import { checkAndStore, checkItem } from './check-item.ts'
import { areAlike } from './checked-item.ts'
import { linksOf } from './item-links.ts'
import { keepKeys, leaveKeys } from './kept-keys.ts'
import { markRedirected } from './marks.ts'
import { aroundOf } from './site.ts'
import { keepCheck } from './stored-checks.ts'
import { isWarned } from './warned-items.ts'

/** The checks of the product. */
export const itemChecks: Checks = {
  prepare: (rendered) => void featuresOf(rendered),
  written,
  removed,
  redirected: markRedirected,
  warningsOf: async (db, item) => (await checkItem(db, item)).warnings,
  check: checkAndStore,
  requireNoErrors,
  linksOf,
  isWarned,
}

// Nothing is made anew of what did not change: the signature of a body, the words of a title, keys.
async function written(db: Writer, { before, after, rendered, ...surroundings }: ItemWrite): Promise<void> {
  const title = before?.title === after.title ? undefined : after.title
  const body = rendered === undefined ? undefined : featuresOf(rendered)
  await writeSimilarities(db, [{ id: after.id, title, body }], surroundings.settings.locale)
  if (before !== undefined && rendered === undefined && areAlike(before, after)) return keepCheck(db, before, after)
  const around = aroundOf(surroundings, after.organization_id)
  await keepKeys(db, { before, after, html: rendered?.html, around })
}

async function removed(db: Writer, itemId: string): Promise<void> {
  await leaveKeys(db, itemId)
  await removeSimilarity(db, itemId)
}
