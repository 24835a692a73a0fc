import { codeRanges } from '#std/markdown-code.ts'
import { applyEdits, type Edit, withoutOverlaps } from '#std/text-edits.ts'

import { isPictureName } from './picture-uses.ts'
import type { Remark } from './record.ts'

/**
 * MDX as Markdown: `import` and `export` statements and comments go, components become their text, and one that shows a picture an image.
 * Code stays. Elements of HTML stay without attributes that are expressions.
 */
export function readMdx(source: string, remarks: Remark[]): string {
  const plain = withoutStatements(source)
  const code = codeRanges(plain)
  const components = withoutOverlaps(componentEdits(plain), code)
  remarks.push(...components.flatMap(({ remark }) => remark ?? []))
  const others = withoutOverlaps([...commentEdits(plain), ...attributeEdits(plain)], code)
  return applyEdits(plain, [...components, ...others])
}

/** Statements begin a line after an empty one, and end with the next empty one. */
function withoutStatements(source: string): string {
  const code = codeRanges(source)
  const statements = Array.from(
    source.matchAll(/(?<=^|\n[ \t]*\n|\n(?=import ))(?:import|export)[ \t{*"'][^\n]*\n?(?:[^\n]*\S[^\n]*\n?)*/g),
    ({ index, 0: text }): Edit => ({ start: index, end: index + text.length, text: '' }),
  )
  return applyEdits(source, withoutOverlaps(statements, code))
}

function commentEdits(source: string): Edit[] {
  return Array.from(source.matchAll(/\{\/\*[\s\S]{0,10000}?\*\/\}/g), ({ index, 0: text }) => ({
    start: index,
    end: index + text.length,
    text: '',
  }))
}

const componentForm = /<(\/)?([A-Z][\w.]*)((?:[^<>"'{}]|"[^"]*"|'[^']*'|\{(?:[^{}]|\{[^{}]*\})*\})*?)(\/)?>/g

function componentEdits(source: string): (Edit & { remark?: Remark })[] {
  return Array.from(source.matchAll(componentForm)).map((match) => {
    const [whole, closing, name = '', attributes = '', isEmpty] = match
    const place = { start: match.index, end: match.index + whole.length }
    const picture = closing === undefined ? pictureIn(attributes) : null
    if (picture !== null) return { ...place, text: picture }
    if (closing !== undefined) return { ...place, text: '' }
    const remark: Remark =
      isEmpty === undefined
        ? { code: 'shortcode_opened', message: `Of the component "${name}" only the text was kept` }
        : { code: 'block_dropped', message: `The component "${name}" has no text of its own and was left out` }
    return { ...place, text: '', remark }
  })
}

function pictureIn(attributes: string): string | null {
  const found = new Map(
    Array.from(attributes.matchAll(/([\w-]+)\s*=\s*\{?\s*["']([^"']*)["']\s*\}?/g), ([, name = '', text = '']) => [
      name,
      text,
    ]),
  )
  const source = found.get('src') ?? ''
  if (!isPictureName(source)) return null
  return `![${(found.get('alt') ?? '').replace(/[[\]]/g, '')}](<${source.replace(/[<>\n]/g, '')}>)`
}

/** What a Markdown reader does not take for an attribute. */
function attributeEdits(source: string): Edit[] {
  return Array.from(
    source.matchAll(/(?<=<[a-z][\w-]*(?:\s[^<>{}]*)?)\s[\w-]+=\{(?:[^{}]|\{[^{}]*\})*\}/g),
    ({ index, 0: text }) => ({ start: index, end: index + text.length, text: '' }),
  )
}
