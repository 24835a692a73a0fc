import type { Element, ElementContent, Root, RootContent } from 'hast'

import type { ComparisonScreenshot } from '#kernel/render.ts'

import { textOf } from './fit-tree.ts'
import { imageAddress } from './policy.ts'

/**
 * Puts each captured screenshot directly below the `h2` whose text is its heading, unless there is an image
 * (content.md#screenshots-below-headings).
 */
export function showScreenshots(
  root: Root,
  screenshots: readonly ComparisonScreenshot[],
  mediaPath: string | undefined,
): void {
  for (const { sectionHeading, competitorName, screenshotUrl, status } of screenshots) {
    const src = imageAddress(screenshotUrl, mediaPath)
    if (status !== 'captured' || src === undefined) continue
    const siblings = siblingsOfHeading(root, plain(sectionHeading))
    if (siblings === undefined) continue
    const below = siblings.findIndex((node) => isHeading(node, plain(sectionHeading))) + 1
    if (beginsWithImage(siblings.slice(below), mediaPath)) continue
    siblings.splice(below, 0, {
      type: 'element',
      tagName: 'img',
      properties: { src, alt: competitorName },
      children: [],
    })
  }
}

function siblingsOfHeading(parent: Root | Element, heading: string): RootContent[] | ElementContent[] | undefined {
  if (parent.children.some((child) => isHeading(child, heading))) return parent.children
  for (const child of parent.children) {
    const siblings = child.type === 'element' ? siblingsOfHeading(child, heading) : undefined
    if (siblings !== undefined) return siblings
  }
  return undefined
}

function isHeading(node: RootContent, heading: string): boolean {
  return node.type === 'element' && node.tagName === 'h2' && plain(textOf(node)) === heading
}

// An image may be wrapped: Markdown puts it into a paragraph, imports into a figure or a link.
function beginsWithImage(nodes: readonly RootContent[], mediaPath: string | undefined): boolean {
  const first = nodes.find((node) => node.type === 'element' || !/^\s*$/.test(textOf(node)))
  if (first?.type !== 'element') return false
  if (first.tagName === 'img') return imageAddress(String(first.properties['src'] ?? ''), mediaPath) !== undefined
  return ['p', 'figure', 'a'].includes(first.tagName) && beginsWithImage(first.children, mediaPath)
}

function plain(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim()
}
