import { type HtmlElement, type HtmlNode, measure } from '#std/html-tree.ts'

/**
 * HTML from a clipboard as a tree, read by the browser itself. Styles come as data: the security policy of the page would refuse a
 * style attribute in any document of its own, and say so in the console.
 */
export function pastedTree(html: string): HtmlElement {
  const said = html.replace(/<[a-z][^<>]*>/gi, (tag) => tag.replace(/\sstyle(?=\s*=)/gi, ` ${styleName}`))
  const root = treeOf(new DOMParser().parseFromString(said, 'text/html').body)
  measure(root)
  return root
}

const styleName = 'data-style-given'

function treeOf(element: Element): HtmlElement {
  const attributes = [...element.attributes].map(({ name, value }) => [name === styleName ? 'style' : name, value])
  return {
    name: element.localName,
    attributes: Object.fromEntries(attributes),
    children: [...element.childNodes].flatMap<HtmlNode>((node) => {
      if (node instanceof Text) return [{ text: node.data }]
      return node instanceof Element ? [treeOf(node)] : []
    }),
    size: 0,
    holdsBlock: false,
  }
}
