/** What stands in evidence for words that a page chose itself (site-audit.md#words-of-evidence). */
const unsaid = '…'

/** A name that a page gave, such as the property of an object: only what is written like one, else `…`. */
export const nameAsEvidence = (name: string): string => (/^[@\w:.-]{1,40}$/.test(name) ? name : unsaid)

/** A tag of a language, right or wrong: only what is written like one, else `…`. */
export const languageAsEvidence = (tag: string): string => (/^[a-z\d_-]{0,35}$/i.test(tag) ? tag : unsaid)

/** An address that a page wrote: only what is one of a web page, else `…`. */
export function addressAsEvidence(text: string): string {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : unsaid
}

const directive =
  /^(?:[\w-]{1,40}\s*:\s*)?(?:all|index|noindex|follow|nofollow|none|noarchive|nocache|nosnippet|noimageindex|notranslate|indexifembedded|max-(?:snippet|video-preview)\s*:\s*-?\d{1,9}|max-image-preview\s*:\s*(?:none|standard|large)|unavailable_after\s*:\s*(?:[\d\s:+.-]|(?:mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|gmt|utc|[ecmp][sd]t|t|z)(?![a-z])){4,40})$/i

/** What a page tells search engines: the directives that they know, `…` for all else. */
export function directivesAsEvidence(text: string): string {
  const parts = text.split(',').map((part) => part.trim())
  return parts.map((part) => (directive.test(part) ? part : unsaid)).join(', ')
}

/** The media type that an answer names: only what is written like one, else `…`. */
export const typeAsEvidence = (text: string): string =>
  /^[\w.+-]{1,60}\/[\w.+-]{1,60}(?:\s{0,9};\s{0,9}[\w-]{1,40}=(?:"[\w.:+-]{0,70}"|[\w.:+-]{0,70}))*\s{0,9};?$/.test(
    text,
  )
    ? text
    : unsaid
