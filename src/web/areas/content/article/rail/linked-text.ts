/** A Markdown text in which a phrase at a place links to an address; null where the text says something else there by now. */
export function linked(
  text: string,
  { anchor, offset }: { anchor: string; offset: number },
  address: string,
): string | null {
  const at = text.slice(offset, offset + anchor.length) === anchor ? offset : text.indexOf(anchor)
  if (at < 0) return null
  // What is already the text of a link stays as it is.
  if (text.charAt(at - 1) === '[' || /^[^[]*\]\(/.test(text.slice(at + anchor.length, at + anchor.length + 40)))
    return null
  const target = /[\s()]/.test(address) ? `<${address}>` : address
  return `${text.slice(0, at)}[${anchor}](${target})${text.slice(at + anchor.length)}`
}
