import type { Element, ElementContent, Root, RootContent } from 'hast'

import { allowedElements, droppedElements } from './policy.ts'

/**
 * Converts a parsed body to elements that the policy knows, so that the sanitiser loses nothing readable: a body `h1` becomes
 * `h2`, task boxes and footnote marks become text, paragraphs made of `div` become `p`.
 */
export function fitTree(root: Root): void {
  root.children = fitAll(root.children, 'flow')
}

/**
 * Whether a `pre` contains more than lines of code: blocks within it, or an empty line at its beginning, which a parser drops.
 * Such a body changes each time it is parsed, until it settles.
 */
export function hasOddPre(root: Root): boolean {
  const open: (Root | Element)[] = [root]
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.type === 'element' && node.tagName === 'pre' && isOdd(node)) return true
    for (const child of node.children) if (child.type === 'element') open.push(child)
  }
  return false
}

function isOdd({ children }: Element): boolean {
  const [first] = children
  return (
    children.some((child) => child.type === 'element' && child.tagName !== 'code') ||
    (first?.type === 'text' && first.value.startsWith('\n'))
  )
}

/** How deep the elements of a parsed tree nest, without recursion; the root is 0. */
export function depthOfTree(root: Root): number {
  let deepest = 0
  const open: { children: readonly RootContent[]; depth: number }[] = [{ children: root.children, depth: 0 }]
  for (let level = open.pop(); level; level = open.pop()) {
    deepest = Math.max(deepest, level.depth)
    for (const child of level.children) {
      if (child.type === 'element') open.push({ children: child.children, depth: level.depth + 1 })
    }
  }
  return deepest
}

/** What a place may hold: paragraphs, words only, or words whose line breaks count. */
type Place = 'flow' | 'words' | 'lines'

const renamed: Record<string, string> = {
  h1: 'h2',
  b: 'strong',
  i: 'em',
  cite: 'em',
  var: 'em',
  dfn: 'em',
  s: 'del',
  strike: 'del',
  kbd: 'code',
  samp: 'code',
  tt: 'code',
  dir: 'ul',
  menu: 'ul',
}

const containers = new Set([
  'div',
  'section',
  'article',
  'aside',
  'header',
  'footer',
  'main',
  'nav',
  'address',
  'center',
  'hgroup',
  'search',
  'form',
  'fieldset',
  'legend',
  'details',
  'summary',
  'dialog',
  'dl',
  'dt',
  'dd',
  'noscript',
  'body',
  'html',
])

const blocks = new Set([
  'p',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'ul',
  'ol',
  'li',
  'pre',
  'blockquote',
  'figure',
  'figcaption',
  'hr',
  'table',
])

const raised: Record<string, string> = Object.fromEntries(
  Array.from('0123456789+-n', (c, i) => [c, '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ'[i] ?? c]),
)
const lowered: Record<string, string> = Object.fromEntries(
  Array.from('0123456789+-', (c, i) => [c, '₀₁₂₃₄₅₆₇₈₉₊₋'[i] ?? c]),
)

function fitAll(nodes: readonly RootContent[], place: Place): ElementContent[] {
  return nodes.flatMap((node, i) => {
    if (node.type === 'text') return [node]
    return node.type === 'element' ? fit(node, place, nodes[i + 1]) : []
  })
}

function fit(element: Element, place: Place, next: RootContent | undefined): ElementContent[] {
  const { tagName, properties } = element
  if (droppedElements.has(tagName)) return []
  if (tagName === 'input') return taskBox(element, next)
  if (tagName === 'a' && 'dataFootnoteBackref' in properties) return []
  if (tagName === 'section' && 'dataFootnotes' in properties) return footnotes(element)
  if (tagName === 'sup' || tagName === 'sub') return moved(element, place)
  if (tagName === 'q') return [text('“'), ...fitAll(element.children, place), text('”')]
  if (containers.has(tagName)) return unpack(element, place)

  element.tagName = renamed[tagName] ?? tagName
  element.children = fitAll(element.children, placeInside(element.tagName, place))
  return allowedElements.has(element.tagName) ? [element] : element.children
}

function placeInside(tagName: string, place: Place): Place {
  if (tagName === 'pre') return 'lines'
  return /^(?:p|h[2-6]|caption)$/.test(tagName) ? 'words' : place
}

function taskBox({ properties }: Element, next: RootContent | undefined): ElementContent[] {
  if (properties['type'] !== 'checkbox') return []
  const blank = next?.type === 'text' && /^\s/.test(next.value) ? '' : ' '
  return [text(`${isSet(properties['checked']) ? '[x]' : '[ ]'}${blank}`)]
}

// Ids are not kept, so the notes are a list at the end and the mark is the number in it.
function footnotes({ children }: Element): ElementContent[] {
  const list = children.filter((child) => child.type === 'element' && child.tagName === 'ol')
  return [{ type: 'element', tagName: 'hr', properties: {}, children: [] }, text('\n'), ...fitAll(list, 'flow')]
}

// 10² must not become 102.
function moved(element: Element, place: Place): ElementContent[] {
  const words = textOf(element)
  const first = element.children[0]
  if (first?.type === 'element' && 'dataFootnoteRef' in first.properties) return [text(`[${words}]`)]
  const signs = element.tagName === 'sup' ? raised : lowered
  const characters = Array.from(words)
  const canMove =
    element.children.every(({ type }) => type === 'text') && characters.every((character) => character in signs)
  return canMove ? [text(characters.map((character) => signs[character]).join(''))] : fitAll(element.children, place)
}

function unpack(container: Element, place: Place): ElementContent[] {
  const children = fitAll(container.children, place)
  if (place === 'lines') return [...children, text('\n')]
  if (place === 'words') return [text(' '), ...children, text(' ')]

  const unpacked: ElementContent[] = []
  let words: ElementContent[] = []
  for (const child of [...children, undefined]) {
    if (child !== undefined && !hasBlock(child)) {
      words.push(child)
      continue
    }
    if (words.some((node) => node.type === 'element' || !/^\s*$/.test(textOf(node)))) {
      unpacked.push({ type: 'element', tagName: 'p', properties: {}, children: words }, text('\n'))
    }
    words = []
    if (child !== undefined) unpacked.push(child, text('\n'))
  }
  return unpacked
}

function hasBlock(node: ElementContent): boolean {
  return node.type === 'element' && (blocks.has(node.tagName) || node.children.some(hasBlock))
}

/** The text of a node and everything below it. */
export function textOf(node: RootContent): string {
  if (node.type === 'text') return node.value
  return node.type === 'element' ? node.children.map(textOf).join('') : ''
}

function text(value: string): ElementContent {
  return { type: 'text', value }
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false
}
