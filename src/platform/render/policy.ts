import sanitizeHtml from 'sanitize-html'

import { defined } from '#std/objects.ts'

const headings = ['h2', 'h3', 'h4', 'h5', 'h6']
const blocks = ['p', 'ul', 'ol', 'li', 'pre', 'blockquote', 'figure', 'figcaption', 'hr']
const phrases = ['a', 'strong', 'em', 'del', 'code', 'img', 'br']
const tables = ['table', 'thead', 'tbody', 'tr', 'th', 'td', 'caption']

/** Every element that a body may have. */
export const allowedElements: ReadonlySet<string> = new Set([...headings, ...blocks, ...phrases, ...tables])

/** Elements that are dropped with everything in them: their text is not meant for readers. */
export const droppedElements: ReadonlySet<string> = new Set([
  'script',
  'style',
  'template',
  'svg',
  'math',
  'title',
  'noembed',
  'noframes',
  'xmp',
  'frameset',
  'iframe',
  'object',
  'embed',
  'applet',
  'audio',
  'video',
  'canvas',
  'textarea',
  'select',
  'option',
  'datalist',
])

/** The HTML with nothing but what the policy allows. Sanitising twice gives the same text. */
export function sanitise(html: string, mediaPath: string | undefined): string {
  return sanitizeHtml(html, {
    allowedTags: [...allowedElements],
    nonTextTags: [...droppedElements, 'noscript'],
    allowedAttributes: {
      a: ['href', 'title', 'rel'],
      img: ['src', 'alt', 'width', 'height', 'loading'],
      td: ['align'],
      th: ['align'],
    },
    allowedClasses: { code: ['language-*'] },
    allowedSchemes: ['https', 'http', 'mailto'],
    allowedSchemesByTag: { img: mediaPath?.startsWith('http:') ? ['https', 'http'] : ['https'] },
    allowProtocolRelative: false,
    transformTags: {
      h1: 'h2',
      a: (tagName, { href, title }) => {
        const address = linkAddress(href ?? '')
        return {
          tagName,
          attribs: defined({ href: address, title, rel: address === undefined ? undefined : 'noopener' }),
        }
      },
      img: (tagName, { src, alt, width, height, loading }) => ({
        tagName,
        attribs: defined({
          src: imageAddress(src ?? '', mediaPath),
          alt,
          width: matching(width, /^\d{1,5}$/),
          height: matching(height, /^\d{1,5}$/),
          loading: matching(loading, /^(?:lazy|eager)$/),
        }),
      }),
      td: alignedCell,
      th: alignedCell,
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && attribs['src'] === undefined,
  })
}

/** The address as a link may have it: https, http, mailto, root-relative or a fragment; undefined for any other. */
export function linkAddress(text: string): string | undefined {
  const address = asBrowsersRead(text)
  return /^(?:https?:\/\/[^/\\\s]|mailto:\S|\/(?![/\\])|#)/i.test(address) ? address : undefined
}

/** The address as an image may have it: https, or below Masthead's own media path; undefined for any other. */
export function imageAddress(text: string, mediaPath: string | undefined): string | undefined {
  const address = asBrowsersRead(text)
  if (/^https:\/\/[^/\\\s]/i.test(address)) return URL.canParse(address) ? address : undefined
  return mediaPath === undefined ? undefined : ownAddress(mediaPath, address)
}

// WHATWG URL, 4.4: control characters and blanks at the ends, tabs and line breaks anywhere are dropped before parsing.
function asBrowsersRead(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && text.charCodeAt(start) <= 0x20) start++
  while (end > start && text.charCodeAt(end - 1) <= 0x20) end--
  return text.slice(start, end).replace(/[\t\n\r]/g, '')
}

// Other websites show the body: a path of ours becomes its absolute address (media.md#own-images-become-absolute).
function ownAddress(mediaPath: string, address: string): string | undefined {
  if (isBelow(mediaPath, address)) return address
  const site = URL.parse(mediaPath)
  if (site === null || !isBelow(site.pathname, address)) return undefined
  return `${site.origin}${address}`
}

function isBelow(mediaPath: string, address: string): boolean {
  const base = mediaPath.endsWith('/') ? mediaPath : `${mediaPath}/`
  if (!address.startsWith(base) || address.includes('\\')) return false
  const here = URL.parse(base, 'http://site.invalid')
  const url = URL.parse(address, 'http://site.invalid')
  return here !== null && url !== null && url.href.startsWith(here.href)
}

function alignedCell(tagName: string, { align }: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  return { tagName, attribs: defined({ align: matching(align, /^(?:left|center|right|justify)$/i) }) }
}

function matching(text: string | undefined, form: RegExp): string | undefined {
  return text !== undefined && form.test(text) ? text : undefined
}
