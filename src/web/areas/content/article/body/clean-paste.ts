import { withFootnotes } from '#std/html-footnotes.ts'
import { elementsOf, type HtmlElement, type HtmlNode, isBlock, rawText } from '#std/html-tree.ts'
import { definitionsOf, isMark, markOf } from '#web/areas/content/article/body/pasted-footnotes.ts'
import { addressOf, type Look, lookOf, stylesOf } from '#web/areas/content/article/body/pasted-look.ts'
import { rowsOf } from '#web/areas/content/article/body/pasted-table.ts'
import { listsOf, type WordItem, wordItemOf } from '#web/areas/content/article/body/word-lists.ts'

export type Pasting = {
  /** Whether the editor itself copied it. */
  isOurs?: boolean
  /** The number of its first footnote: those before are taken. */
  firstNote?: number
}

/**
 * HTML from a clipboard as the editor reads it: what Docs and Word say with styles is said with elements, and nothing has a style
 * any longer, which the security policy of the page would refuse. What the editor itself copied (`isOurs`) keeps what it says.
 */
export function cleanPaste(root: HtmlElement, { isOurs = false, firstNote = 1 }: Pasting = {}): string {
  if (isOurs) return root.children.map(unstyled).join('')
  return childrenOf(withFootnotes(root), {
    firstNote,
    isBold: false,
    isItalic: false,
    isStruck: false,
    isHeading: false,
    isPlain: false,
    isInCell: false,
  })
}

const dropped = new Set('head style script title meta link template noscript svg iframe object colgroup col'.split(' '))
const kept = new Set('p h1 h2 h3 h4 h5 h6 ul ol blockquote'.split(' '))

function childrenOf(parent: HtmlElement, look: Look): string {
  let written = ''
  let items: WordItem[] = []
  const endList = () => {
    written += listsOf(items)
    items = []
  }
  for (const node of parent.children) {
    const item = 'text' in node ? null : wordItemOf(node)
    if (item !== null) {
      const html = inside(item.element, look)
      if (look.isInCell) written += `${html}<br>`
      else items.push({ ...item, html })
      continue
    }
    if ('text' in node && node.text.trim() === '' && items.length > 0) continue
    endList()
    // Between blocks a line break is only distance.
    const isDistance = !('text' in node) && node.name === 'br' && parent.holdsBlock
    if (!isDistance) written += write(node, look)
  }
  endList()
  return written
}

const inside = (element: HtmlElement, around: Look) => childrenOf(element, lookOf(element, around))

function write(node: HtmlNode, around: Look): string {
  if ('text' in node) return marked(node.text, around)
  const { name, attributes } = node
  if (dropped.has(name) || (name.includes(':') && node.size === 0) || isUnseen(node)) return ''
  const look = lookOf(node, around)
  const within = () => childrenOf(node, look)
  if (name === 'sup' && isMark(node)) return element('code', escaped(markOf(node, look.firstNote)), { class: 'raw' })
  if (name === 'section' && 'data-footnotes' in attributes)
    return definitionsOf(node, look)
      .map((source) => element('pre', escaped(source), { class: 'raw' }))
      .join('')
  if (look.isInCell && isBlock(node)) return `${within()}<br>`
  switch (name) {
    case 'br':
      return attributes['class'] === 'Apple-interchange-newline' ? '' : '<br>'
    case 'hr':
      return '<hr>'
    case 'img':
      return image(attributes)
    case 'pre':
      return element('pre', escaped(rawText(node)), { 'data-lang': languageOf(node) })
    case 'code':
    case 'tt':
    case 'kbd':
    case 'samp':
      return `<code>${childrenOf(node, { ...look, isPlain: true })}</code>`
    case 'a': {
      const href = addressOf(attributes['href'] ?? '')
      return href === null ? within() : element('a', within(), { href, title: attributes['title'] })
    }
    case 'table': {
      const rows = rowsOf(node, (cell) => cellOf(cell, look))
      if (rows === null) return element('div', within())
      const titles = elementsOf(node).filter((one) => one.name === 'caption')
      return `${titles.map((title) => element('p', inside(title, look))).join('')}<table><tbody>${rows}</tbody></table>`
    }
    case 'li':
      return element('li', within(), { class: taskOf(node) })
    case 'ol':
      return element('ol', within(), { start: attributes['start'] })
    case 'span':
      if (attributes['class'] === 'Apple-converted-space') return marked(rawText(node).replaceAll('\u00a0', ' '), look)
      return within()
    case 'p':
      return isEmpty(node) ? '' : element('p', within())
    default:
      if (kept.has(name)) return element(name, within())
      return isBlock(node) ? element('div', within()) : within()
  }
}

/** A cell, which is a line: its blocks are parted by breaks. */
function cellOf(cell: HtmlElement, around: Look): string {
  const align = stylesOf(cell)['text-align'] ?? cell.attributes['align']
  const line = childrenOf(cell, { ...lookOf(cell, around), isInCell: true })
  return element(cell.name, line.replace(/(?:\s*<br>)+\s*$/, ''), { ...(isAligned(align) && { 'data-align': align }) })
}

/** What readers of the document do not see as its text: comments of Word, and what is hidden. */
function isUnseen(node: HtmlElement): boolean {
  const { display, 'mso-element': part = '' } = stylesOf(node)
  return display === 'none' || part.startsWith('comment') || node.attributes['class'] === 'MsoCommentReference'
}

/** The language of code, as Markdown renderers, GitHub and highlighters say it. */
function languageOf(pre: HtmlElement): string | undefined {
  const classes = [pre, ...elementsOf(pre)].map(({ attributes }) => attributes['class'] ?? '').join(' ')
  return /(?:^|\s)(?:lang|language)-([\w+#.-]+)/.exec(classes)?.[1]
}

/** What the editor calls an item with a box to tick: Docs says it of the item, web pages have a box in it. */
function taskOf(item: HtmlElement): string | undefined {
  const { role, 'aria-checked': state } = item.attributes
  if (role === 'checkbox') return state === 'true' ? 'task done' : 'task'
  for (const { name, attributes } of elementsOf(item)) {
    // A list within the item has boxes of its own.
    if (name === 'ul' || name === 'ol') return undefined
    if (name === 'input' && attributes['type'] === 'checkbox') return 'checked' in attributes ? 'task done' : 'task'
  }
  return undefined
}

/** How many pictures of a text are left out: they are nowhere but in the clipboard, or on the computer of who copied them. */
export function lostPictures(root: HtmlElement): number {
  const isBox = ({ attributes }: HtmlElement) => attributes['aria-roledescription'] === 'checkbox'
  return elementsOf(root).filter((one) => one.name === 'img' && !isBox(one) && image(one.attributes) === '').length
}

const isEmpty = (node: HtmlElement): boolean =>
  rawText(node).trim() === '' &&
  !node.children.some((child) => 'name' in child && (child.name === 'img' || !isEmpty(child)))
const isAligned = (align: string | undefined) => align !== undefined && /^(?:left|center|right)$/.test(align)

function marked(text: string, { isBold, isItalic, isStruck, isHeading, isPlain }: Look): string {
  const words = escaped(text)
  if (isPlain || text.trim() === '') return words
  const marks = [isBold && !isHeading && 'strong', isItalic && 'em', isStruck && 's'].filter((mark) => mark !== false)
  return marks.reduceRight((within, mark) => `<${mark}>${within}</${mark}>`, words)
}

function image({ src = '', alt = '', title }: HtmlElement['attributes']): string {
  // What is on the computer of who copied it is nowhere else.
  return /^(?:https?:\/\/|\/)/i.test(src) ? element('img', null, { src, alt, title }) : ''
}

function unstyled(node: HtmlNode): string {
  if ('text' in node) return escaped(node.text)
  if (dropped.has(node.name)) return ''
  const { style: _style, ...attributes } = node.attributes
  const isVoid = /^(?:br|hr|img)$/.test(node.name)
  return element(node.name, isVoid ? null : node.children.map(unstyled).join(''), attributes)
}

/** An element as HTML; one without content (null) has no end tag. */
function element(name: string, content: string | null, attributes: Record<string, string | undefined> = {}): string {
  const said = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : ` ${key}="${escaped(value)}"`,
  )
  return `<${name}${said.join('')}>${content === null ? '' : `${content}</${name}>`}`
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
