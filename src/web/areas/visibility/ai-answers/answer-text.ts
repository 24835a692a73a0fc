type Mark = { from: number; to: number; brandId: string }
type Piece = { text: string; at: number; brandId: string | null; isStrong: boolean; url: string | null }
export type Block = { at: number; kind: 'heading' | 'item' | 'text'; marker: string; pieces: Piece[] }

const line = /^(\s*)(#{1,6}\s+|[-*+]\s+|\d{1,3}[.)]\s+|>\s+)?(.*)$/
const inline = /\*\*|__|`|\[([^\]\n]{1,500})\]\((https?:[^\s()]{1,2000}(?:\([^\s()]*\)[^\s()]*)?)\)/g

/**
 * An answer as it is read: its lines without the signs of Markdown, each piece with its place in the stored text, so that marks, which
 * count in that text, fall where the names are (visibility.md#names-keep-their-places).
 */
export function readAnswer(text: string, marks: readonly Mark[]): Block[] {
  const blocks: Block[] = []
  let at = 0
  for (const raw of text.split('\n')) {
    const [, indent = '', sign = '', rest = ''] = line.exec(raw) ?? []
    if (rest.trim() !== '' && !/^[-*_=\s|:]+$/.test(rest)) {
      const start = at + indent.length + sign.length
      const kind = sign.startsWith('#') ? 'heading' : /^[-*+\d]/.test(sign) ? 'item' : 'text'
      const marker = kind === 'item' ? (/\d/.test(sign) ? sign.trim() : '•') : ''
      blocks.push({ at: start, kind, marker, pieces: piecesOf(rest, start, marks) })
    }
    at += raw.length + 1
  }
  return blocks
}

function piecesOf(text: string, start: number, marks: readonly Mark[]): Piece[] {
  const pieces: Piece[] = []
  let [from, isStrong] = [0, false]
  const add = (a: number, b: number, url: string | null) => {
    for (const piece of cut(text.slice(a, b), start + a, marks)) pieces.push({ ...piece, isStrong, url })
  }
  for (const found of text.matchAll(inline)) {
    add(from, found.index, null)
    const [sign, label = '', url = ''] = found
    if (sign.startsWith('[')) add(found.index + 1, found.index + 1 + label.length, url)
    else if (sign !== '`') isStrong = !isStrong
    from = found.index + sign.length
  }
  add(from, text.length, null)
  return pieces
}

/** A run of text, cut where names begin and end. */
function cut(text: string, start: number, marks: readonly Mark[]): Pick<Piece, 'text' | 'at' | 'brandId'>[] {
  const pieces: Pick<Piece, 'text' | 'at' | 'brandId'>[] = []
  let at = start
  const end = start + text.length
  const put = (to: number, brandId: string | null) => {
    if (to > at) pieces.push({ text: text.slice(at - start, to - start), at, brandId })
    at = Math.max(at, to)
  }
  for (const { from, to, brandId } of marks) {
    if (to <= at || from >= end) continue
    put(Math.min(from, end), null)
    put(Math.min(to, end), brandId)
  }
  put(end, null)
  return pieces
}
