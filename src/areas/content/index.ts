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
export { type ImportSummary, itemOutcomes } from './importers/import-summary.ts'
export { summaryOfRow } from './around.ts'
export { type Status, statuses } from './item-fields.ts'
export { itemSummary } from './item-output.ts'
export { editItem } from './item-writes.ts'
export { type ItemRow, lockItem } from './items.ts'
export { redirectToInput, targetOf } from './redirect-target.ts'
export { pathOf } from './public-url.ts'
export { requirePublishable, siteOf } from './site.ts'
export { notAllowed, transition } from './transitions.ts'
export { leaveRedirect } from './trash.ts'

export const operations = [
  createItem,
  deleteItem,
  getItem,
  listItems,
  listManagerItems,
  restoreItem,
  updateItem,
] as const
