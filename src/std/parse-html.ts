import { Parser } from 'htmlparser2'

import { type HtmlElement, measure } from './html-tree.ts'

/** Elements that are nested deeper become siblings, so that walking a tree needs no more of the stack. */
const maxDepth = 150
const maxNodes = 400_000
const maxOpen = 2000
const pieceLength = 16_384

/** A page as a tree, whatever its markup is. Linear in its length: what comes after
 * 400,000 nodes, or more than 2,000 open elements, is left out. */
export function parseHtml(html: string): HtmlElement {
  const root: HtmlElement = { name: '#root', attributes: {}, children: [], size: 0, holdsBlock: false }
  const open = [root]
  // Names of the open elements, with null for those too deep to be separate elements.
  const names: (HtmlElement | null)[] = [root]
  let nodes = 0

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (open.length >= maxDepth || nodes >= maxNodes) return void names.push(null)
        const element: HtmlElement = { name, attributes, children: [], size: 0, holdsBlock: false }
        nodes++
        open.at(-1)?.children.push(element)
        open.push(element)
        names.push(element)
      },
      ontext(text) {
        const parent = open.at(-1)
        if (parent === undefined || nodes >= maxNodes) return
        const last = parent.children.at(-1)
        if (last !== undefined && 'text' in last) last.text += text
        else {
          nodes++
          parent.children.push({ text })
        }
      },
      onclosetag() {
        if (names.length <= 1) return
        const closed = names.pop()
        if (closed === null || closed === undefined) return
        open.pop()
      },
    },
    { decodeEntities: true },
  )
  // The parser's own list of open elements costs more the longer it is: a page that opens thousands of them is cut off here.
  for (let at = 0; at < html.length && names.length < maxOpen; at += pieceLength)
    parser.write(html.slice(at, at + pieceLength))
  parser.end()
  measure(root)
  return root
}
