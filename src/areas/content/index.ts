import { articles } from './feeds/articles.ts'
import { feedXml } from './feeds/feed-xml.ts'
import { items } from './feeds/items.ts'
import { llmsTxt } from './feeds/llms-txt.ts'
import { sitemap } from './feeds/sitemap.ts'
import { createItem } from './operations/create-item.ts'
import { deleteItem } from './operations/delete-item.ts'
import { getItem } from './operations/get-item.ts'
import { listItems } from './operations/list-items.ts'
import { listManagerItems } from './operations/list-manager-items.ts'
import { restoreItem } from './operations/restore-item.ts'
import { updateItem } from './operations/update-item.ts'

export { importRecords } from './importers/import-records.ts'
export type { ImportParts } from './importers/import-run.ts'
export { openSource } from './importers/import-source.ts'
export { type ImportSummary } from './importers/import-summary.ts'
export { summaryOfRow } from './around.ts'
export { type Status, statuses } from './item-fields.ts'
export { itemSummary } from './item-output.ts'
export { editItem } from './item-writes.ts'
export { lockItem } from './items.ts'
export { pathOf } from './public-url.ts'
export { redirectToInput, targetOf } from './redirect-target.ts'
export { retarget } from './redirects.ts'
export { requirePublishable } from './publishable.ts'
export { notAllowed, transition } from './transitions.ts'
export { leaveRedirect, removeExpiredTrash } from './trash.ts'

export const operations = [
  createItem,
  deleteItem,
  getItem,
  listItems,
  listManagerItems,
  restoreItem,
  updateItem,
] as const

export const feeds = [articles, items, sitemap, feedXml, llmsTxt] as const
