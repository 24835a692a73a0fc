import type { Edit } from '#std/text-edits.ts'

import { escapeHtml } from './import-text.ts'
import type { Remark } from './record.ts'

export type GalleryImage = { url: string; alt: string; caption: string }

type ImagesOf = (ids: readonly string[] | null) => GalleryImage[]
type Shortcode = { name: string; arguments: string; start: number; end: number; isClosing: boolean }
type Pair = { open: Shortcode; close: Shortcode }

/**
 * Edits that make the shortcodes of a body readable: captions and galleries become figures, embeds and players links, code blocks preformatted text; any
 * other shortcode around a text becomes its text, and one without a text stays as it is written. Preformatted text and code are left alone.
 */
export function shortcodeEdits(source: string, imagesOf: ImagesOf, remarks: Remark[]): Edit[] {
  const edits: Edit[] = []
  const open: Shortcode[] = []
  const lone = (shortcode: Shortcode) => edits.push(...loneEdit(source, shortcode, imagesOf, remarks))

  for (const token of tokensOf(source, edits)) {
    if (!token.isClosing) {
      open.push(token)
      // Looking for the opening one stays cheap: what has been open for so long has no closing one.
      if (open.length > 200) for (const oldest of open.splice(0, 100)) lone(oldest)
      continue
    }
    const at = open.findLastIndex((other) => other.name === token.name)
    const opener = open[at]
    if (!opener) continue
    for (const inner of open.splice(at).slice(1)) lone(inner)
    edits.push(...pairEdits(source, { open: opener, close: token }, remarks))
  }
  for (const shortcode of open) lone(shortcode)
  return edits
}

const tokenForm = /\[(\[?)(\/?)([a-z][\w-]*)((?:[\s=:][^[\]]*)?)\](\]?)/gi
const codeNames = /^(code|sourcecode|source|php|css|html|javascript|js|python|bash|sql|xml|java|ruby|cpp|csharp)$/

/** The shortcodes outside preformatted text. Escaped ones (`[[name]]`) and code blocks are handled on the way. */
function* tokensOf(source: string, edits: Edit[]): Generator<Shortcode> {
  const kept = keptRanges(source)
  const unclosed = new Set<string>()
  let done = 0
  let range = 0
  for (const match of source.matchAll(tokenForm)) {
    const [whole, escaped, slash, name = '', args = '', escapeEnd] = match
    const [start, end] = [match.index, match.index + whole.length]
    while (kept[range] && (kept[range]?.end ?? 0) <= start) range++
    if (start < done || (kept[range]?.start ?? Infinity) <= start) continue
    if (escaped && escapeEnd) {
      edits.push({ start, end, text: whole.slice(1, -1) })
      continue
    }
    const token = {
      name: name.toLowerCase(),
      arguments: args.replace(/\/$/, ''),
      start: start + (escaped ? 1 : 0),
      end: end - (escapeEnd ? 1 : 0),
      isClosing: slash === '/',
    }
    const isCode = !token.isClosing && codeNames.test(token.name) && !unclosed.has(name)
    const close = isCode ? source.indexOf(`[/${name}]`, token.end) : -1
    if (isCode && close === -1) unclosed.add(name)
    if (close !== -1) {
      done = close + name.length + 3
      edits.push({ start: token.start, end: done, text: codeBlock(token, source.slice(token.end, close)) })
      continue
    }
    yield token
  }
}

function keptRanges(source: string): { start: number; end: number }[] {
  const ranges: { start: number; end: number }[] = []
  const unclosed = new Set<string>()
  const lower = source.toLowerCase()
  for (const match of lower.matchAll(/<(pre|code|script|style|textarea)\b|<!--/g)) {
    if (match.index < (ranges.at(-1)?.end ?? 0)) continue
    const mark = match[1] ? `</${match[1]}` : '-->'
    const close = unclosed.has(mark) ? -1 : lower.indexOf(mark, match.index)
    if (close === -1) unclosed.add(mark)
    else ranges.push({ start: match.index, end: close + mark.length })
  }
  return ranges
}

function pairEdits(source: string, { open, close }: Pair, remarks: Remark[]): Edit[] {
  const inner = source.slice(open.end, close.start)
  const args = argumentsOf(open.arguments)
  const around = (before: string, after: string): Edit[] => [
    { start: open.start, end: open.end, text: before },
    { start: close.start, end: close.end, text: after },
  ]
  const whole = (text: string): Edit[] => [{ start: open.start, end: close.end, text }]

  if (open.name === 'caption' || open.name === 'wp_caption') {
    const image = /^\s*(?:<a\b[^>]*>\s*)?<img\b[^>]*>(?:\s*<\/a>)?/i.exec(inner)
    const said = args.get('caption')
    if (!image) return around('', '')
    if (said) return around('\n\n<figure>', `<figcaption>${said}</figcaption></figure>\n\n`)
    const text = inner.slice(image[0].length).trim()
    return whole(`\n\n<figure>${image[0].trim()}${text === '' ? '' : `<figcaption>${text}</figcaption>`}</figure>\n\n`)
  }
  const address = /^https?:\/\/[^\s<>"']+$/.test(inner.trim())
    ? inner.trim()
    : inner.trim() === ''
      ? addressIn(args)
      : null
  if (address !== null && (players.test(open.name) || inner.trim() !== '')) return whole(linkParagraph(address))
  if (inner.trim() === '') return loneEdit(source, open, () => [], remarks)

  remarks.push({ code: 'shortcode_opened', message: `Of the shortcode "${open.name}" only the text was kept` })
  const target = args.get('url') ?? args.get('href') ?? args.get('link')
  return target && /^https?:\/\//.test(target) && !inner.includes('<')
    ? around(`<a href="${escapeHtml(target)}">`, '</a>')
    : around('', '')
}

function loneEdit(source: string, shortcode: Shortcode, imagesOf: ImagesOf, remarks: Remark[]): Edit[] {
  const { name, start, end } = shortcode
  const args = argumentsOf(shortcode.arguments)
  if (name === 'gallery') {
    const ids = (args.get('ids') ?? args.get('include'))?.split(',').map((id) => id.trim())
    const images = imagesOf(ids ?? null)
    if (images.length > 0) return [{ start, end, text: `\n\n${images.map(figure).join('\n')}\n\n` }]
  }
  const address = players.test(name) ? addressIn(args) : null
  if (address !== null) return [{ start, end, text: linkParagraph(address) }]
  // A word in brackets, `[sic]`, is text, not a shortcode that anybody misses.
  if (shortcode.arguments.includes('=') || name === 'gallery') {
    remarks.push({
      code: 'shortcode_kept',
      message: `The shortcode "${source.slice(start, end).slice(0, 100)}" was kept as text`,
    })
  }
  return []
}

const players =
  /^(embed|audio|video|youtube|vimeo|wpvideo|videopress|dailymotion|soundcloud|spotify|tweet|twitter|instagram|facebook|gist|slideshare|iframe)$/

function addressIn(args: Map<string, string>): string | null {
  for (const value of args.values()) if (/^https?:\/\/[^\s<>"']+$/.test(value)) return value
  return null
}

function figure({ url, alt, caption }: GalleryImage): string {
  const text = caption === '' ? '' : `<figcaption>${escapeHtml(caption)}</figcaption>`
  return `<figure><img src="${escapeHtml(url)}" alt="${escapeHtml(alt)}">${text}</figure>`
}

function linkParagraph(address: string): string {
  const plain = address.replaceAll('&amp;', '&')
  return `\n\n<p><a href="${escapeHtml(plain)}">${escapeHtml(plain)}</a></p>\n\n`
}

function codeBlock(shortcode: Shortcode, inner: string): string {
  const args = argumentsOf(shortcode.arguments)
  const language =
    args.get('lang') ??
    args.get('language') ??
    args.get('0') ??
    (/code$|^source$/.test(shortcode.name) ? '' : shortcode.name)
  const text = inner
    .replace(/^\n+|\s+$/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
  return `\n\n<pre><code${/^[\w+#-]+$/.test(language) ? ` class="language-${language.toLowerCase()}"` : ''}>${escapeHtml(text)}</code></pre>\n\n`
}

function argumentsOf(text: string): Map<string, string> {
  const found = new Map<string, string>()
  let position = 0
  for (const match of text.matchAll(/(?:([\w-]+)\s*=\s*)?(?:"([^"]*)"|'([^']*)'|([^\s"']+))/g)) {
    found.set(match[1]?.toLowerCase() ?? String(position++), match[2] ?? match[3] ?? match[4] ?? '')
  }
  return found
}
