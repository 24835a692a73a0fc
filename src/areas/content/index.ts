import { articles } from './feeds/articles.ts'
import { feedXml } from './feeds/feed-xml.ts'
import { items } from './feeds/items.ts'
import { llmsTxt } from './feeds/llms-txt.ts'
import { sitemap } from './feeds/sitemap.ts'
import { captureScreenshots } from './jobs/capture-screenshots.ts'
import { captureComparisonScreenshots } from './operations/capture-comparison-screenshots.ts'
import { createItem } from './operations/create-item.ts'
import { deleteItem } from './operations/delete-item.ts'
import { deleteMedia } from './operations/delete-media.ts'
import { getItem } from './operations/get-item.ts'
import { getItemRevision } from './operations/get-item-revision.ts'
import { listItemRevisions } from './operations/list-item-revisions.ts'
import { listItems } from './operations/list-items.ts'
import { listManagerItems } from './operations/list-manager-items.ts'
import { previewItem } from './operations/preview-item.ts'
import { replaceMedia } from './operations/replace-media.ts'
import { requestItemReview } from './operations/request-item-review.ts'
import { restoreItem } from './operations/restore-item.ts'
import { dismissItemRevision } from './operations/dismiss-item-revision.ts'
import { restoreItemRevision } from './operations/restore-item-revision.ts'
import { submitItemReview } from './operations/submit-item-review.ts'
import { bulkUpdateItems } from './operations/bulk-update-items.ts'
import { bulkUpdate } from './jobs/bulk-update-items.ts'
import { updateItem } from './operations/update-item.ts'

export { correctCounts } from './counts.ts'
export {
  applyRevision,
  notRestored,
  preparePending,
  type PreparedRevision,
  withKnownReferences,
} from './apply-revision.ts'
export { summariesOfRows, summaryIn } from './around.ts'
export { bindItems } from './bound-items.ts'
export { changeFields } from './change-fields.ts'
export { type ChangeCtx, changeItem, demandOf } from './change-item.ts'
export { confirmations, requireConfirmed } from './confirmed.ts'
export { changedItem, leftRedirects, slugRedirects } from './changes.ts'
export { itemBatch, type WholeItem } from './item-batches.ts'
export { countItems, type ItemFilter } from './item-lists.ts'
export type { CarriedText } from './fields/item-field.ts'
export { itemFieldTable } from './fields/item-field-table.ts'
export { termLimits } from './fields/entries.ts'
export { fieldsOfRow } from './item-columns.ts'
export { editableFields, type ItemChanges, type Status, statuses } from './item-fields.ts'
export { itemSummary, narrow, narrowed, narrowing } from './item-output.ts'
export { type ItemPicture, itemPicture } from './item-picture.ts'
export { editItem } from './edit-item.ts'
export { noteGeneration } from './generation-state.ts'
export { insertItem } from './insert-item.ts'
export {
  bodyOf,
  findItem,
  findItems,
  type ItemBody,
  type ItemRow,
  lockItems,
  lockUntrashed,
  lockItem,
} from './items.ts'
export { linkTargets } from './link-targets.ts'
export { makeItem } from './make-item.ts'
export { keepRenderedAgain, outdatedBodies } from './outdated-bodies.ts'
export { type Citation, citation, type Provenance } from './provenance.ts'
export { publishedAt, unpublishedAt } from './published-at.ts'
export { finalTarget, redirectToInput, targetOf } from './redirect-target.ts'
export { articleTypeOf } from './article-type.ts'
export { patchedItem, type PreparedBody, renderChanged, type RenderCtx, renderNew } from './rendering.ts'
export { naming, searched } from './search.ts'
export { isSameValue, needsNewApproval } from './item-patch.ts'
export { openGraphCard, twitterCard } from './social-cards.ts'
export { refusalsOfPublishing, requirePublishable } from './publishable.ts'
export { type ShownItem, shownItem } from './shown-item.ts'
export { latestSnapshots, shownText } from './shown-text.ts'
export { notAllowed } from './item-steps.ts'
export { makesPublic, stateOf, transition, type StatusOf } from './transitions.ts'
export { type Authorship, thinRevisions } from './revisions.ts'
export { stageChanges } from './stage-changes.ts'
export { collectionIn, readSurroundings, type Surroundings, surroundingsAsked } from './surroundings.ts'
export { leaveRedirect, removeExpiredTrash, trashItem, untrashItem } from './trash.ts'
export { untaken } from './item-slugs.ts'
export { lockUntrashedWorld, lockWorld, readWorld, type World, worldAround } from './world.ts'

export const operations = [
  captureComparisonScreenshots,
  createItem,
  deleteItem,
  deleteMedia,
  replaceMedia,
  getItem,
  listItemRevisions,
  getItemRevision,
  listItems,
  listManagerItems,
  previewItem,
  restoreItem,
  restoreItemRevision,
  dismissItemRevision,
  updateItem,
  bulkUpdateItems,
  requestItemReview,
  submitItemReview,
] as const

export const jobs = [bulkUpdate, captureScreenshots] as const

export const feeds = [articles, items, sitemap, feedXml, llmsTxt] as const
