import { articles } from './feeds/articles.ts'
import { feedXml } from './feeds/feed-xml.ts'
import { items } from './feeds/items.ts'
import { llmsTxt } from './feeds/llms-txt.ts'
import { sitemap } from './feeds/sitemap.ts'
import { bulkUpdate } from './jobs/bulk-update-items.ts'
import { captureScreenshots } from './jobs/capture-screenshots.ts'
import { answerEditRequest } from './operations/answer-edit-request.ts'
import { bulkUpdateItems } from './operations/bulk-update-items.ts'
import { captureComparisonScreenshots } from './operations/capture-comparison-screenshots.ts'
import { createItem } from './operations/create-item.ts'
import { deleteItem } from './operations/delete-item.ts'
import { deleteMedia } from './operations/delete-media.ts'
import { dismissItemRevision } from './operations/dismiss-item-revision.ts'
import { getItemRevision } from './operations/get-item-revision.ts'
import { getItem } from './operations/get-item.ts'
import { listEditRequests } from './operations/list-edit-requests.ts'
import { listItemRevisions } from './operations/list-item-revisions.ts'
import { listItems } from './operations/list-items.ts'
import { listManagerItems } from './operations/list-manager-items.ts'
import { previewItem } from './operations/preview-item.ts'
import { replaceMedia } from './operations/replace-media.ts'
import { requestEdit } from './operations/request-edit.ts'
import { requestItemReview } from './operations/request-item-review.ts'
import { restoreItemRevision } from './operations/restore-item-revision.ts'
import { restoreItem } from './operations/restore-item.ts'
import { submitItemReview } from './operations/submit-item-review.ts'
import { updateEditRequest } from './operations/update-edit-request.ts'
import { updateItem } from './operations/update-item.ts'

export { removeOldEditRequests } from './edit-requests/edit-requests.ts'
export { correctCounts } from './stored/counts.ts'
export {
  applyRevision,
  knownReferences,
  notRestored,
  preparePending,
  type PreparedRevision,
  withKnownReferences,
} from './revisions/apply-revision.ts'
export { summariesOfRows, summaryIn } from './views/around.ts'
export { changeFields } from './changes/change-fields.ts'
export { type ChangeCtx, changeItem, demandOf } from './changes/change-item.ts'
export { announceEdits, changedItem, type Edit, slugRedirects } from './changes/changes.ts'
export { leaveRedirect, leftRedirectsOutput } from './changes/leave-redirect.ts'
export { itemBatch, type WholeItem } from './views/item-batches.ts'
export { countItems, type ItemFilter } from './views/item-lists.ts'
export { itemSummary } from './views/item-output.ts'
export { type ItemPicture, itemPicture } from './views/item-picture.ts'
export { editItem } from './changes/edit-item.ts'
export { noteGeneration } from './stored/generation-state.ts'
export { insertItem } from './changes/insert-item.ts'
export { makeItem } from './changes/make-item.ts'
export { keepRenderedAgain, outdatedBodies } from './stored/outdated-bodies.ts'
export { type Citation, citation, type Provenance } from './stored/provenance.ts'
export { finalTarget } from './changes/final-target.ts'
export { followedTarget } from './changes/followed-target.ts'
export { redirectToInput, targetOf } from './changes/redirect-target.ts'
export { patchedItem, type PreparedBody, renderChanged, type RenderCtx, renderNew } from './changes/rendering.ts'
export { naming, searched } from './stored/search.ts'
export { openGraphCard, twitterCard } from './views/social-cards.ts'
export { refusalsOfPublishing, requirePublishable } from './changes/publishable.ts'
export { shownItem } from './views/shown-item.ts'
export { latestSnapshots, shownText } from './revisions/shown-text.ts'
export { makesPublic, transition, type StatusOf } from './changes/transitions.ts'
export { type Authorship, thinRevisions } from './revisions/revisions.ts'
export { stageChanges } from './revisions/stage-changes.ts'
export { removeExpiredTrash, trashItem, untrashItem } from './changes/trash.ts'
export { setItemSlugsAside, untaken } from './stored/item-slugs.ts'

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
  requestEdit,
  listEditRequests,
  answerEditRequest,
  updateEditRequest,
] as const

export const jobs = [bulkUpdate, captureScreenshots] as const

export const feeds = [articles, items, sitemap, feedXml, llmsTxt] as const
