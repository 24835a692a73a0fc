import { Refusal } from '#kernel/errors.ts'
import { decodeXml, isUtf16 } from '#std/decode-text.ts'

/** What `importItems` reads (media.md#documents-are-input). */
export const documentTypes = ['application/xml', 'application/zip', 'text/markdown'] as const

/** Refuses bytes that cannot be of their type; their content is the concern of the reader. */
export function requireDocument(mime: string, bytes: Buffer): void {
  if (mime === 'application/zip' ? isZip(bytes) : mime === 'application/xml' ? isXml(bytes) : isText(bytes)) return
  throw new Refusal('unsupported_media', `The bytes are not ${mime}.`, { announced: mime })
}

function isZip(bytes: Buffer): boolean {
  const start = bytes.subarray(0, 4).toString('latin1')
  return start === 'PK\u0003\u0004' || start === 'PK\u0005\u0006'
}

// In whatever encoding it declares (XML 1.0, 4.3.3).
function isXml(bytes: Buffer): boolean {
  const head = decodeXml(bytes.subarray(0, 1024), null)
  return head.trimStart().startsWith('<') && (!bytes.includes(0) || isUtf16(bytes))
}

function isText(bytes: Buffer): boolean {
  if (bytes.includes(0)) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
