import { Parser } from 'htmlparser2'

/**
 * HTML as WordPress takes it, which shows every line feed in a text as a break: within a text they become blanks. Between blocks, after a
 * break and in preformatted text they stay.
 */
export function withoutSoftBreaks(html: string): string {
  const pieces: string[] = []
  const open: string[] = []
  let [read, before] = [0, '']
  const take = (after: string, start: number, end: number) => {
    const text = html.slice(read, start)
    pieces.push(open.some((name) => raw.has(name)) ? text : joined(text, before, after), html.slice(start, end))
    read = end
    before = after
  }
  const parser = new Parser({
    onopentag(name, _attributes, isImplied) {
      if (isImplied) return
      take(name, parser.startIndex, parser.endIndex + 1)
      open.push(name)
    },
    onclosetag(name, isImplied) {
      // The text before the end is still within it.
      if (!isImplied) take(name, parser.startIndex, parser.endIndex + 1)
      open.splice(open.lastIndexOf(name))
    },
  })
  parser.end(html)
  return pieces.join('') + html.slice(read)
}

function joined(text: string, before: string, after: string): string {
  if (text.trim() === '' && !(inline(before) && inline(after))) return text
  const kept = before === 'br' ? (/^\s+/.exec(text)?.[0] ?? '') : ''
  return kept + text.slice(kept.length).replace(/[ \t]*\n\s*/g, ' ')
}

const inline = (name: string) => words.has(name)

const raw = new Set(['pre', 'textarea', 'script', 'style'])
const words = new Set(
  'a abbr b bdi bdo cite code del dfn em i img ins kbd mark q s samp small span strong sub sup time u var'.split(' '),
)
