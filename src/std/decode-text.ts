/**
 * HTML as text, by its BOM, the charset of its content type, its own `meta`, else UTF-8. What cannot be decoded is U+FFFD.
 * Source: the encoding sniffing of the HTML standard (site-audit.md#meta-never-means-utf-16).
 */
export function decodeHtml(bytes: Buffer, contentType: string | null, within = 2048): string {
  const head = bytes.toString('latin1', 0, within)
  return decode(bytes, [
    charsetOf(contentType),
    ofBytesRead(/<meta[^>]{0,200}?charset\s{0,9}=\s{0,9}["']?([\w.:-]{2,40})/i.exec(head)?.[1]),
  ])
}

/** XML as text: its BOM, the charset of its content type, its own declaration, else UTF-8. */
export function decodeXml(bytes: Buffer, contentType: string | null): string {
  const head = bytes.toString('latin1', 0, 256)
  return decode(bytes, [
    charsetOf(contentType),
    ofBytesRead(/<\?xml[^>]{0,200}?encoding\s{0,9}=\s{0,9}["']([\w.:-]{2,40})["']/.exec(head)?.[1]),
  ])
}

function charsetOf(contentType: string | null): string | undefined {
  return /;\s{0,9}charset\s{0,9}=\s{0,9}"?([\w.:-]{2,40})/i.exec(contentType ?? '')?.[1]
}

/** What a label means that was read byte by byte: a text in UTF-16 could not have been read so, hence it is UTF-8. */
function ofBytesRead(label: string | undefined): string | undefined {
  if (label === undefined) return undefined
  if (label.toLowerCase() === 'x-user-defined') return 'windows-1252'
  return utf16Labels.test(label) ? 'utf-8' : label
}

const utf16Labels = /^(?:utf-16(?:[bl]e)?|unicode(?:feff|fffe)?|csunicode|ucs-2|iso-10646-ucs-2)$/i

function decode(bytes: Buffer, labels: readonly (string | undefined)[]): string {
  const marked = markedUtf16(bytes)
  const isUtf8 = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  const wanted = isUtf8 ? ['utf-8'] : [marked, ...labels]
  for (const label of wanted) {
    if (label === undefined) continue
    try {
      return new TextDecoder(label).decode(bytes)
    } catch (error) {
      // An unknown label: try the next one.
      if (!(error instanceof RangeError)) throw error
    }
  }
  return new TextDecoder().decode(bytes)
}

/** Whether a byte order mark says that bytes are UTF-16. */
export const isUtf16 = (bytes: Buffer): boolean => markedUtf16(bytes) !== undefined

/** The UTF-16 that a byte order mark names. */
export function markedUtf16(bytes: Buffer): 'utf-16be' | 'utf-16le' | undefined {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : undefined
}
