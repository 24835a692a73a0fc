import { isRecord } from './front-matter.ts'
import type { Remark } from './record.ts'

export type Footnote = { id: string; html: string }

/** The footnotes of a post: WordPress keeps their texts outside the body, as JSON in the post meta `footnotes`. */
export function readFootnotes(meta: string, remarks: Remark[]): Footnote[] {
  if (meta.trim() === '') return []
  const entries = parsed(meta)
  if (Array.isArray(entries)) return entries.flatMap(footnoteOf)
  remarks.push({ code: 'value_ignored', message: 'Its footnotes cannot be read' })
  return []
}

const markForm = /<sup\b[^>]*\sdata-fn="([^"<>]*)"[^>]*>[\s\S]{0,500}?<\/sup>/g

/** A body whose marks have the number of their footnote; one that names none stays as it is. */
export function withMarks(body: string, notes: readonly Footnote[]): string {
  const numbers = new Map(notes.map(({ id }, i) => [id, String(i + 1)]))
  return body.replace(markForm, (whole, id: string) => {
    const number = numbers.get(id)
    return number === undefined ? whole : `<sup><a href="#fn-${number}" data-footnote-ref="">${number}</a></sup>`
  })
}

/** The texts of footnotes as the renderer knows them from Markdown; a text that no mark names stays in the list. */
export function footnoteList(notes: readonly Footnote[]): string {
  if (notes.length === 0) return ''
  return `<section data-footnotes=""><ol>${notes.map(({ html }) => `<li>${html}</li>`).join('')}</ol></section>`
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function footnoteOf(entry: unknown): Footnote[] {
  if (!isRecord(entry) || typeof entry['id'] !== 'string' || typeof entry['content'] !== 'string') return []
  const { id, content } = entry
  return content.trim() === '' ? [] : [{ id, html: content.trim() }]
}
