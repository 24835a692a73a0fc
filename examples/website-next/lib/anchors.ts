/**
 * A body whose headings have the ids that links of Markdown lead to: `#whats-new` is below "What's new?". Masthead keeps no ids, so that
 * a body cannot collide with the page around it.
 */
export function withAnchors(html: string): string {
  const taken = new Map<string, number>()
  return html.replace(/<(h[2-6])>(.*?)<\/\1>/gs, (_, heading: string, words: string) => {
    const name = nameOf(words)
    const count = taken.get(name) ?? 0
    taken.set(name, count + 1)
    return `<${heading} id="${count === 0 ? name : `${name}-${count}`}">${words}</${heading}>`
  })
}

function nameOf(words: string): string {
  const text = words.replace(/<[^>]*>|&[#\w]+;/g, '').toLowerCase()
  return text.replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '').replaceAll(' ', '-')
}
