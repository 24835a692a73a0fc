export type GivenSource = { url: string; title?: string; kind: 'cited' | 'retrieved' }

/**
 * The sources that a person wrote down, one per line: the address, and after it the title where there is one. `problem`: what is
 * wrong with the first line that cannot be read.
 */
export function sourcesIn(text: string, kind: GivenSource['kind']): { sources: GivenSource[]; problem: string | null } {
  const sources: GivenSource[] = []
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '') continue
    const [url = '', ...words] = line.split(/\s+/)
    if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
      return { sources, problem: `“${url}” is not an address that begins with https://.` }
    sources.push({ url, kind, ...(words.length > 0 && { title: words.join(' ').slice(0, 500) }) })
  }
  return { sources, problem: null }
}
