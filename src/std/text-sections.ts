import { codeRanges } from './markdown-code.ts'
import { slugify } from './slugs.ts'

/** A heading with everything up to the next one of its level or above. `end` is exclusive; of headings alike, the second has `-2`. */
export type TextSection = { slug: string; level: number; start: number; end: number }

/** The sections of a body in Markdown or HTML, in their order; headings in code are none. */
export function sectionsOf(content: string, format: 'markdown' | 'html'): TextSection[] {
  const headings = eachNamed(format === 'html' ? inHtml(content) : inMarkdown(content))
  return headings.map((heading, at) => {
    const next = headings.slice(at + 1).find(({ level }) => level <= heading.level)
    return { ...heading, end: next?.start ?? content.length }
  })
}

type Heading = Omit<TextSection, 'end'>

function eachNamed(headings: readonly Heading[]): Heading[] {
  const taken = new Set<string>()
  return headings.map((heading) => {
    let slug = heading.slug
    for (let n = 2; taken.has(slug); n++) slug = `${heading.slug}-${n}`
    taken.add(slug)
    return { ...heading, slug }
  })
}

function inMarkdown(content: string): Heading[] {
  const code = codeRanges(content)
  const isInCode = (at: number) => code.some(({ start, end }) => start <= at && at < end)
  return [...content.matchAll(/^ {0,3}(#{1,6})[ \t]+([^\n]*?)[ \t#]*$/gm)]
    .filter(({ index }) => !isInCode(index))
    .map(({ index, 1: marks = '', 2: words = '' }) => ({
      slug: slugify(words.replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[*_`~]/g, '')),
      level: marks.length,
      start: index,
    }))
}

function inHtml(content: string): Heading[] {
  return [...content.matchAll(/<h([1-6])(?:\s[^>]{0,2000})?>([\s\S]{0,5000}?)<\/h\1>/gi)].map(
    ({ index, 1: level = '', 2: words = '' }) => ({
      slug: slugify(words.replaceAll(/<[^>]*>/g, '')),
      level: Number(level),
      start: index,
    }),
  )
}
