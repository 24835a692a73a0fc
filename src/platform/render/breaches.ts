import { parseDocument } from 'htmlparser2'

import { allowedElements, imageAddress, linkAddress } from './policy.ts'

const attributes: Record<string, readonly string[]> = {
  a: ['href', 'title', 'rel'],
  img: ['src', 'alt', 'width', 'height', 'loading'],
  td: ['align'],
  th: ['align'],
  code: ['class'],
}

/** For tests: whatever sanitised HTML contains that the policy does not allow, found in its parsed tree. */
export function breachesOf(html: string, mediaPath: string | undefined): string[] {
  const breaches: string[] = []
  const open: Node[] = [parseDocument(html)]
  for (let node = open.pop(); node; node = open.pop()) {
    open.push(...(node.children ?? []))
    if (node.type === 'root' || node.type === 'text') continue
    const { name = '', attribs = {} } = node
    if (node.type !== 'tag' || !allowedElements.has(name)) breaches.push(`${node.type} ${name}`)
    for (const [attribute, value] of Object.entries(attribs)) {
      if (!isAllowed(name, attribute, value, mediaPath)) breaches.push(`${name} ${attribute}=${value}`)
    }
    if (name === 'a' && 'href' in attribs && attribs['rel'] !== 'noopener') breaches.push('a without noopener')
    if (name === 'img' && !('src' in attribs)) breaches.push('img without src')
  }
  return breaches
}

type Node = { type: string; name?: string; attribs?: Record<string, string>; children?: Node[] }

function isAllowed(name: string, attribute: string, value: string, mediaPath: string | undefined): boolean {
  if (!attributes[name]?.includes(attribute)) return false
  if (attribute === 'href') return linkAddress(value) === value
  if (attribute === 'src') return imageAddress(value, mediaPath) === value
  if (attribute === 'class') return value.split(' ').every((word) => word.startsWith('language-'))
  return true
}
