import { visibleText } from '#std/visible-text.ts'

/** The labels of fields that calls name otherwise. */
export const fieldLabels: Readonly<Record<string, string>> = {
  tldr: 'In short',
  h1: 'Headline',
  featuredImageId: 'Picture',
  canonicalUrl: 'Canonical address',
  schemaJsonLd: 'Structured data',
}

/** The name of a field as people read it: its label, or its own words. `firstPublishedAt` is "First published at". */
export function fieldWords(field: string): string {
  const label = fieldLabels[field]
  if (label !== undefined) return label
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
