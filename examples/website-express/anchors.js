/**
 * A body whose headings have the ids that links of Markdown lead to: `#whats-new` is below "What's new?". Masthead keeps no ids, so that
 * a body cannot collide with the page around it.
 *
 * @param {string} html
 */
export function withAnchors(html) {
  /** @type {Map<string, number>} */
  const taken = new Map()
  return html.replace(/<(h[2-6])>(.*?)<\/\1>/gs, (_, heading, words) => {
    const name = nameOf(words)
    const count = taken.get(name) ?? 0
    taken.set(name, count + 1)
    return `<${heading} id="${count === 0 ? name : `${name}-${count}`}">${words}</${heading}>`
  })
}

/** @param {string} words */
function nameOf(words) {
  const text = words.replace(/<[^>]*>|&[#\w]+;/g, '').toLowerCase()
  return text.replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '').replaceAll(' ', '-')
}
