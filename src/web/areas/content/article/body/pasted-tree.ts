import { type HtmlElement, type HtmlNode, measure } from '#std/html-tree.ts'

type Policy = { createHTML(html: string): string }

declare global {
  interface Window {
    /** Trusted Types, which not every browser has; what they make counts as a string here. */
    trustedTypes?: { createPolicy(name: string, rules: Policy): Policy }
  }
}

/**
 * HTML from a clipboard as a tree, read by the browser itself. Styles come as data: the security policy of the page would refuse a
 * style attribute in any document of its own, and say so in the console.
 */
export function pastedTree(html: string): HtmlElement {
  const said = html.replace(/<[a-z][^<>]*>/gi, (tag) => tag.replace(/\sstyle(?=\s*=)/gi, ` ${styleName}`))
  const root = treeOf(new DOMParser().parseFromString(inert(said), 'text/html').body)
  measure(root)
  return root
}

/** The document that it is read into is nowhere shown, and nothing in it runs. The page's policy knows the name. */
const policy = window.trustedTypes?.createPolicy('PastedHtml', { createHTML: (html) => html })
const inert = (html: string) => policy?.createHTML(html) ?? html

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
