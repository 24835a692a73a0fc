/** Text for XML 1.0, as content or in an attribute: markup escaped, characters that XML cannot contain left out. */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

/** A URL for XML: what a URL may not contain is percent-encoded first. */
export function xmlUrl(url: string): string {
  return xmlText(URL.parse(url)?.href ?? encodeURI(url.toWellFormed()))
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
