import type { Element, Root, RootContent } from 'hast'

/**
 * Whether a parser would make the same of the tree as it is: elements only where HTML has them as they are written, and nothing raw.
 * Most Markdown is so, and need not be parsed again (content.md#parsed-where-needed). It may say no of a tree that would stay the same.
 */
export function isSettled(tree: Root): boolean {
  return areSettled(tree.children, 'flow', [])
}

/** Where the nodes are: among paragraphs, or in one. */
type Place = 'flow' | 'words'

function areSettled(nodes: readonly RootContent[], place: Place, within: readonly string[]): boolean {
  return nodes.every((node) => {
    if (node.type === 'text') return true
    return node.type === 'element' && isSettledElement(node, place, within)
  })
}

function isSettledElement({ tagName, children }: Element, place: Place, within: readonly string[]): boolean {
  if (empty.has(tagName)) return children.length === 0 && (place === 'flow' || tagName !== 'hr')
  // A parser reorders a link in a link, and several equal elements in one another.
  if (phrases.has(tagName)) return !within.includes(tagName) && areSettled(children, 'words', [...within, tagName])
  if (place === 'words' || within.length > 0) return false
  if (paragraphs.has(tagName)) return areSettled(children, 'words', [])
  if (tagName === 'pre') return isCode(children)
  if (tagName === 'ul' || tagName === 'ol') return children.every(isEntry)
  return tagName === 'blockquote' && areSettled(children, 'flow', [])
}

const isEntry = (node: RootContent) =>
  node.type === 'text'
    ? /^[\t\n\r ]*$/.test(node.value)
    : node.type === 'element' && node.tagName === 'li' && areSettled(node.children, 'flow', [])

// A parser drops an empty line at the beginning.
const isCode = ([code, ...others]: readonly RootContent[]) =>
  code?.type === 'element' &&
  code.tagName === 'code' &&
  others.length === 0 &&
  code.children.every((node) => node.type === 'text' && !node.value.startsWith('\n'))

const empty: ReadonlySet<string> = new Set(['br', 'hr', 'img'])
const phrases: ReadonlySet<string> = new Set(['a', 'strong', 'em', 'del', 'code'])
const paragraphs: ReadonlySet<string> = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
