const escapes: Readonly<Record<string, string>> = {
  '<': String.raw`\u003c`,
  '>': String.raw`\u003e`,
  '&': String.raw`\u0026`,
  '\u2028': String.raw`\u2028`,
  '\u2029': String.raw`\u2029`,
}

/**
 * The element of a page that holds structured data. `json` is serialised JSON: what could end the element, or open a comment in
 * it, stands as an escape, so that any text stays within it and parses to what it was (docs/promises.md, 17).
 */
export function jsonLdScript(json: string): string {
  const inert = json.replaceAll(/[<>&\u2028\u2029]/g, (letter) => escapes[letter] ?? letter)
  return `<script type="application/ld+json">${inert}</script>`
}
