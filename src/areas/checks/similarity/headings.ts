/** The texts of the second-level headings of sanitised HTML. */
export function headingsOf(html: string): string[] {
  const headings: string[] = []
  for (let from = html.indexOf('<h2'); from !== -1; from = html.indexOf('<h2', from + 1)) {
    const end = html.indexOf('</h2>', from)
    if (end === -1) break
    headings.push(textOf(html.slice(html.indexOf('>', from) + 1, end)))
    from = end
  }
  return headings
}

const textOf = (html: string) =>
  html
    .replace(/<[^<>]*>/g, '')
    .replace(/&(?:#?\w{1,10});/g, ' ')
    .trim()
