import { documentBytes, type Outside, readOutside } from '#areas/exchange/importers/outside.ts'
import { openDocument as openUpload } from '#areas/media/index.ts'
import type { JobCtx } from '#kernel/job.ts'

/** A document in memory, and its name. */
export type Document = { bytes: Buffer; name: string }

type Ctx = Pick<JobCtx, 'read' | 'files'>

/**
 * The bytes of a document at an address, or of an uploaded one. Errors: `not_found` and `unsupported_media` of an upload;
 * `url_not_allowed`, `validation_failed` and `upstream_failed` of the address.
 */
export async function openDocument(ctx: Ctx, outside: Outside, urlOrMediaId: string): Promise<Document> {
  if (isMediaId(urlOrMediaId)) {
    const { bytes, filename } = await openUpload(ctx, urlOrMediaId)
    return { bytes, name: withoutEnding(filename) || 'document' }
  }
  const { body, url } = await readOutside(outside, urlOrMediaId, { accept: '*/*', maxBytes: documentBytes })
  return { bytes: body, name: nameOf(url) }
}

/** Whether a text names media rather than an address. */
export function isMediaId(text: string): boolean {
  return text.startsWith('med_')
}

/** The last part of an address without its extension. */
function nameOf(address: string): string {
  const last = new URL(address).pathname.split('/').findLast((part) => part !== '') ?? ''
  return withoutEnding(last) || new URL(address).host
}

function withoutEnding(name: string): string {
  return name.replace(/\.[a-z0-9]{1,8}$/i, '')
}
