import { codeRanges } from '#std/markdown-code.ts'
import { type Edit, withoutOverlaps } from '#std/text-edits.ts'

import { type Address, htmlAddresses, linkAddresses } from './body-addresses.ts'

/** The places of a body that name a picture or may: of images, and of links that lead to the file of one. In their order. */
export function pictureUses(content: string, format: 'markdown' | 'html'): Address[] {
  if (format === 'html') return htmlAddresses(content)
  return withoutOverlaps([...linkAddresses(content), ...htmlAddresses(content)], codeRanges(content))
}

/** An address as it is written at its place; of an image with several sizes, only this one is left. */
export function addressEdits(address: Address, to: string): Edit[] {
  return [{ start: address.start, end: address.end, text: writtenAs(address, to) }, ...address.sizes]
}

function writtenAs({ syntax }: Address, to: string): string {
  if (syntax === 'markdown') return /[\s()<>]/.test(to) ? `<${to}>` : to
  const escaped = to.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')
  return syntax === 'attribute' ? ` src="${escaped}"` : syntax === 'bare' ? `"${escaped}"` : escaped
}

/** Whether an address ends as that of a picture does. */
export function isPictureName(address: string): boolean {
  return /\.(?:png|jpe?g|gif|webp|avif|svg)(?:[?#]|$)/i.test(address)
}
