/** What fields are called where people fill them in, for sentences that also agents read. */
const labels: Readonly<Record<string, string>> = {
  seoTitle: 'SEO title',
  metaDescription: 'meta description',
  primaryKeyword: 'primary keyword',
  canonicalUrl: 'canonical address',
  canonicalReason: 'reason for another canonical address',
  schemaJsonLd: 'structured data',
  featuredImageId: 'picture',
  'defaults.socialImageId': 'social image for all articles',
  h1: 'headline',
  tldr: 'summary under “In short”',
  publishAt: 'date',
  siteUrl: 'website address',
  suggestInternalLinks: 'tab Links of the article',
}

const names = Object.keys(labels)
  .join('|')
  .replace('.', String.raw`\.`)
/** A quotation, which stays; a name in brackets, which only an agent needs; a name with the word before it. */
const sought = new RegExp(String.raw`"[^"]*"| \((?:${names})\)|\b(?:(an?|no|the|its) )?\b(${names})\b`, 'g')

/** A sentence of the server as people read it: fields by the labels of their forms, roles without scopes. */
export function inPlainWords(sentence: string): string {
  return sentence
    .replace(/The role (\w+) does not include \w+:\w+/, 'Your role ($1) does not include this')
    .replace(sought, (found, before: string | undefined, name: string | undefined, at: number) => {
      if (name === undefined) return found.startsWith('"') ? found : ''
      const isFirst = at === 0 || sentence.slice(0, at).endsWith('. ')
      return `${before ?? (isFirst ? 'The' : 'the')} ${labels[name]}`
    })
}
