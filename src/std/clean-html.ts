import { withFootnotes } from './html-footnotes.ts'
import { type HtmlElement, type HtmlNode, isBlock, textOf } from './html-tree.ts'

const kept = new Set(
  'h1 h2 h3 h4 h5 h6 p a ul ol li strong em b i del s code pre blockquote sup sub table thead tbody tr th td caption figure figcaption img br hr'.split(
    ' ',
  ),
)
const dropped = new Set(
  'script style noscript template nav aside footer form button input select textarea iframe svg canvas object embed dialog math audio video head title meta link base'.split(
    ' ',
  ),
)
/** Whether an element belongs to what a reader came for. */
export function isShown({ name, attributes }: HtmlElement): boolean {
  return !dropped.has(name) && !('hidden' in attributes) && attributes['aria-hidden'] !== 'true'
}

type Rules = {
  /** Where relative addresses lead. */
  baseUrl: string
  /** A level-1 heading with this text is left out: it is the title. */
  title?: string
  /** Leaves `header` out, which holds title and byline on the page of an article. */
  withoutHeader?: boolean
}

/**
 * The content of an element as plain HTML: structure, links and images, with absolute addresses; no script, form or
 * navigation.
 */
export function cleanHtml(element: HtmlElement, rules: Rules): string {
  return contentOf(withFootnotes(element), rules).trim()
}

function contentOf(element: HtmlElement, rules: Rules): string {
  return element.children.map((child) => htmlOf(child, rules)).join('')
}

function htmlOf(node: HtmlNode, rules: Rules): string {
  if ('text' in node) return escapeText(node.text)
  const { name } = node
  if (!isShown(node) || (name === 'header' && rules.withoutHeader === true)) return ''
  if (name === 'h1' && rules.title !== undefined && textOf(node) === rules.title) return ''
  if (name === 'br' || name === 'hr') return `<${name}>`
  if (name === 'img') return imageOf(node, rules)
  const inner = contentOf(node, rules)
  if (name === 'a') return linkOf(node, inner, rules)
  if (isFootnoteMark(node)) return `<sup><a href="#fn" data-footnote-ref="">${escapeText(textOf(node))}</a></sup>`
  if (name === 'section' && 'data-footnotes' in node.attributes) return `<section data-footnotes="">${inner}</section>`
  if (isFootnoteList(node)) return `<section data-footnotes=""><ol>${inner}</ol></section>`
  if (kept.has(name)) return `<${name}${attributesOf(node)}>${inner}</${name}>`
  if (!isBlock(node)) return inner
  // A block that contains nothing but words is a paragraph, whatever its element.
  const isPlain = !node.holdsBlock
  return isPlain && inner.trim() !== '' ? `<p>${inner}</p>` : `\n${inner}\n`
}

// As WordPress, Markdown and most generators mark them: a raised link to a place of the same page.
function isFootnoteMark({ name, attributes, children }: HtmlElement): boolean {
  const links = children.filter((child) => 'name' in child)
  const [link] = links
  const isLink = links.length === 1 && link?.name === 'a' && (link.attributes['href'] ?? '').startsWith('#')
  return name === 'sup' && isLink && ('data-fn' in attributes || /^\[?[\d*†‡]{1,4}\]?$/.test(textOf(link).trim()))
}

function isFootnoteList({ name, attributes }: HtmlElement): boolean {
  return name === 'ol' && /(?:^|\s)wp-block-footnotes(?:\s|$)/.test(attributes['class'] ?? '')
}

// From a footnote back to its mark: nothing leads there any longer.
function isWayBack({ attributes }: HtmlElement, inner: string): boolean {
  return (attributes['href'] ?? '').startsWith('#') && /^(?:[↩↑⏎^]\uFE0E?\s*)+$/.test(inner.trim())
}

function linkOf(element: HtmlElement, inner: string, { baseUrl }: Rules): string {
  const { attributes } = element
  if (isWayBack(element, inner)) return ''
  const href = absolute(attributes['href'], baseUrl, /^(?:https?|mailto):$/)
  return href === undefined ? inner : `<a href="${escapeText(href)}">${inner}</a>`
}

function imageOf({ attributes }: HtmlElement, { baseUrl }: Rules): string {
  // Pages that load images lazily keep the address elsewhere.
  const named = ['data-src', 'data-lazy-src', 'data-original', 'src'].map((name) => attributes[name])
  const ofSet = attributes['srcset']?.trim().split(/[\s,]/, 1)[0]
  const src = [...named, ofSet]
    .map((address) => absolute(address, baseUrl, /^https?:$/))
    .find((one) => one !== undefined)
  if (src === undefined) return ''
  const alt = attributes['alt'] ?? ''
  const measures = ['width', 'height'].flatMap((name) =>
    /^\d{1,5}$/.test(attributes[name] ?? '') ? [` ${name}="${attributes[name]}"`] : [],
  )
  return `<img src="${escapeText(src)}" alt="${escapeText(alt)}"${measures.join('')}>`
}

function attributesOf({ name, attributes }: HtmlElement): string {
  const language =
    name === 'code' ? /(?:^|\s)(language-[\w+#-]{1,40})(?:\s|$)/.exec(attributes['class'] ?? '')?.[1] : undefined
  return language === undefined ? '' : ` class="${language}"`
}

/** An address resolved against a base; undefined where it is not one, or of another protocol. */
export function absolute(address: string | undefined, baseUrl: string, protocols: RegExp): string | undefined {
  if (address === undefined || address.trim() === '') return undefined
  const url = URL.parse(address.trim(), baseUrl)
  return url !== null && protocols.test(url.protocol) && url.href.length <= 2048 ? url.href : undefined
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
