import { escapeHtml } from './import-text.ts'
import type { Remark } from './record.ts'

/** A stretch of a body: HTML from blocks, or text of the classic editor outside them. */
export type BodyPart = { kind: 'block' | 'classic'; html: string }

/** Removes block comments, `<!-- wp:name {...} -->`, and keeps what is between them. A block that has no HTML of its own is the one in `made`, else named in a remark. */
export function splitBlocks(source: string, made: ReadonlyMap<string, string>, remarks: Remark[]): BodyPart[] {
  const parts: BodyPart[] = []
  let depth = 0
  let at = 0
  const keep = (html: string) => {
    const kind = depth === 0 ? 'classic' : 'block'
    const last = parts.at(-1)
    if (last?.kind === kind || (last && html.trim() === '')) last.html += html
    else if (html !== '') parts.push({ kind, html })
  }

  for (const comment of commentsOf(source)) {
    const found = blockForm.exec(comment.text)
    if (!found) continue
    keep(source.slice(at, comment.start))
    at = comment.end
    const [, closing, name = '', attributes, empty] = found
    if (empty) {
      // Its HTML belongs to the block around it; alone it is a block of its own.
      const html = made.get(name) ?? emptyBlock(name, attributes, remarks)
      depth++
      keep(html)
      depth--
    } else {
      depth = closing ? Math.max(0, depth - 1) : depth + 1
    }
  }
  keep(source.slice(at))
  return parts
}

const blockForm = /^\s*(\/)?wp:([a-z][\w-]*(?:\/[a-z][\w-]*)?)\s*(\{.*\})?\s*(\/)?\s*$/s

// The editor writes `--` in attributes as an escape, so the first `-->` ends the comment.
function* commentsOf(source: string): Generator<{ start: number; end: number; text: string }> {
  for (let start = source.indexOf('<!--'); start !== -1;) {
    const close = source.indexOf('-->', start + 4)
    if (close === -1) return
    yield { start, end: close + 3, text: source.slice(start + 4, close) }
    start = source.indexOf('<!--', close + 3)
  }
}

function emptyBlock(name: string, attributes: string | undefined, remarks: Remark[]): string {
  const [url, service] = [
    attributeOf(attributes, 'url'),
    attributeOf(attributes, 'service') ?? attributeOf(attributes, 'label'),
  ]
  if (url !== null && /^https?:\/\//.test(url)) {
    const link = `<a href="${escapeHtml(url)}">${escapeHtml(service ?? url)}</a>`
    return name === 'social-link' ? `<li>${link}</li>` : `<p>${link}</p>`
  }
  remarks.push({
    code: 'block_dropped',
    message: `The block "${name}" is made by WordPress when it is shown and has no text of its own`,
  })
  return ''
}

function attributeOf(attributes: string | undefined, name: string): string | null {
  const found = new RegExp(`"${name}":("(?:[^"\\\\]|\\\\.)*")`).exec(attributes ?? '')
  if (!found?.[1]) return null
  try {
    return String(JSON.parse(found[1]))
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
