import { generateItemMetadataJob } from './jobs/generate-item-metadata.ts'
import { consolidateItems } from './operations/consolidate-items.ts'
import { createRedirect } from './operations/create-redirect.ts'
import { deleteRedirect } from './operations/delete-redirect.ts'
import { generateItemMetadata } from './operations/generate-item-metadata.ts'
import { listRedirects } from './operations/list-redirects.ts'
import { replaceItemLinks } from './operations/replace-item-links.ts'
import { suggestInternalLinks } from './operations/suggest-internal-links.ts'

export { linkedBodies, linkedBody, linkedKeys, withOtherLinks } from './linked-body.ts'
export { metadataFields, proposeMetadata } from './propose-metadata.ts'

export const operations = [
  consolidateItems,
  listRedirects,
  createRedirect,
  deleteRedirect,
  replaceItemLinks,
  suggestInternalLinks,
  generateItemMetadata,
] as const

export const jobs = [generateItemMetadataJob] as const
