import { findDuplicateItems } from './operations/find-duplicate-items.ts'
import { listPublishingWarnings } from './operations/list-publishing-warnings.ts'
import { validatePost } from './operations/validate-post.ts'

export { type FreshChecks, freshChecks } from './fresh-checks.ts'
export { itemChecks } from './item-checks.ts'
export { markEveryItem } from './marks.ts'
export { nextRecheck, postponeRecheck, recheckItems } from './recheck-items.ts'
export { ruleTexts } from './rules/engine.ts'
export { bandsOf, likeness, packedSignature, signing, storedSignature } from './similarity/text-signature.ts'
export { firstCompeting, wordsOfCompeting } from './similarity/competing-titles.ts'
export { itemAbout } from './similarity/item-about.ts'
export { mayConsolidate } from './similarity/may-consolidate.ts'
export { writeMissingSimilarity } from './similarity/missing-similarity.ts'
export { markOutdated } from './stale-items.ts'
export { countWarnings } from './warning-lists.ts'

export const operations = [findDuplicateItems, listPublishingWarnings, validatePost] as const
