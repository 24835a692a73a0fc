/** A text in parts of at most so many characters, cut at the end of a line or a word where there is one. */
export function partsOf(text: string, longest: number): string[] {
  const parts: string[] = []
  let rest = text
  while (rest.length > longest) {
    const head = rest.slice(0, longest + 1)
    const at =
      [head.lastIndexOf('\n'), head.lastIndexOf(' ')].find((found) => found > longest / 2) ??
      wholeCharacters(rest, longest)
    parts.push(rest.slice(0, at).trimEnd())
    rest = rest.slice(at).trimStart()
  }
  return rest === '' && parts.length > 0 ? parts : [...parts, rest]
}

/** As many characters as fit, without half of a pair at the end. */
function wholeCharacters(text: string, longest: number): number {
  const last = text.charCodeAt(longest - 1)
  return last >= 0xd8_00 && last <= 0xdb_ff ? longest - 1 : longest
}
