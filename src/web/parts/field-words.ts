import { visibleText } from '#std/visible-text.ts'

/** The name of a field as people read it: `firstPublishedAt` is "First published at". */
export function fieldWords(field: string): string {
  const words = field.replace(/([a-z\d])([A-Z])/g, '$1 $2').split(' ')
  const said = words.map((word) => abbreviations[word.toLowerCase()] ?? word.toLowerCase()).join(' ')
  return visibleText(said.charAt(0).toUpperCase() + said.slice(1))
}

/** The same within a sentence: "first published at", "SEO title". */
export function fieldInText(field: string): string {
  const words = fieldWords(field)
  return /^.[A-Z]/.test(words) ? words : words.charAt(0).toLowerCase() + words.slice(1)
}

const abbreviations: Record<string, string> = {
  seo: 'SEO',
  og: 'Open Graph',
  url: 'URL',
  id: 'ID',
  ids: 'IDs',
  faq: 'FAQ',
}
