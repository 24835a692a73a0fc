/** The distinct addresses in a pasted text, and what is not an address. Takes lists, lines and `Sam <sam@example.com>`. */
export function addressesIn(text: string): { addresses: string[]; unreadable: string[] } {
  const addresses = new Map<string, string>()
  const unreadable: string[] = []
  for (const part of text.split(/[,;\n\r]+/).flatMap(wordsOf)) {
    const address = part.replace(/^mailto:/i, '').replace(/^[<("']+|[>)"'.]+$/g, '')
    if (/^[^\s@]+@[^\s@]+$/.test(address) && address.length <= 254) addresses.set(address.toLowerCase(), address)
    else if (address !== '') unreadable.push(part)
  }
  return { addresses: [...addresses.values()], unreadable }
}

// Of "Sam Smith <sam@example.com>" only the address; otherwise every word is one.
function wordsOf(entry: string): string[] {
  const bracketed = /<([^<>\s]+)>/.exec(entry)?.[1]
  return bracketed === undefined ? entry.split(/\s+/).filter((word) => word !== '') : [bracketed]
}
