import type { Element, Root, RootContent } from 'hast'

import { imageAddress } from './policy.ts'

/** Puts the alternative text in place of every image whose address a body may not have: its words are not lost with it. */
export function showTextOfHiddenImages(root: Root, mediaPath: string | undefined): void {
  const open: (Root | Element)[] = [root]
  for (let node = open.pop(); node; node = open.pop()) {
    for (const [i, child] of node.children.entries()) {
      if (child.type !== 'element') continue
      if (child.tagName === 'img' && isHidden(child, mediaPath)) node.children[i] = textOfImage(child)
      else open.push(child)
    }
  }
}

function isHidden({ properties }: Element, mediaPath: string | undefined): boolean {
  return imageAddress(String(properties['src'] ?? ''), mediaPath) === undefined
}

function textOfImage({ properties }: Element): RootContent & { type: 'text' } {
  return { type: 'text', value: String(properties['alt'] ?? '').trim() }
}
