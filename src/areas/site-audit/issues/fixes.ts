import type { Fix } from '#areas/site-audit/json-columns.ts'
import type { Finding } from '#areas/site-audit/rules/rule-table.ts'
import { urlKey } from '#std/url-key.ts'

/** What a fix needs to know. */
export type FixFacts = {
  itemId: string
  /** Whether the item itself asks search engines to leave it out. */
  saysNoindex: boolean
  /** Whether the item has a picture for cards, its own or the featured one. */
  hasPicture: boolean
  /** Whether the text of the item links to an address or shows it: what a template has no call changes. */
  hasLink(url: string): boolean
  /** Whether an address answers 200. */
  isThere(url: string): boolean
  /** Whether the secure form of an address answers 200. */
  hasSecureForm(url: string): boolean
  /** Where the organization's own redirect of an address leads, if that answers. */
  redirectOf(url: string): string | undefined
  /** The other item of a duplicate, if it has one. */
  itemOf(url: string): string | null
}

const mostLinks = 50

/** The call that corrects what a rule found on the page of an item; null: no call does. */
export function fixOf(finding: Finding, facts: FixFacts): Fix | null {
  const { rule, evidence } = finding
  switch (rule) {
    case 'broken_internal_link':
      return replacing(facts, finding, facts.redirectOf)
    case 'link_to_redirect':
      return replacing(facts, finding, (_, entry) => textIn(entry, 'target'))
    case 'tracking_parameters':
      return replacing(facts, finding, (url) => url)
    case 'mixed_content':
      return replacing(facts, finding, (url) =>
        facts.hasSecureForm(url) ? url.replace(/^http:/, 'https:') : undefined,
      )
    case 'canonical_non_200':
    case 'canonical_chain':
      return canonical(facts, evidence)
    case 'noindex_in_sitemap':
      return facts.saysNoindex
        ? { operation: 'updateItem', input: { id: facts.itemId, robots: { noindex: false } }, complete: true }
        : null
    case 'title_missing':
    case 'title_long':
    case 'title_duplicate':
      return metadata(facts, 'seoTitle', false)
    case 'description_missing':
    case 'description_long':
    case 'description_duplicate':
      return metadata(facts, 'metaDescription', false)
    case 'og_missing':
      return metadata(facts, 'og', facts.hasPicture || !listIn(evidence, 'missing').includes('og:image'))
    case 'json_ld_invalid':
      return metadata(facts, 'schemaJsonLd', true)
    case 'near_duplicate':
    case 'exact_duplicate':
      return consolidating(facts, evidence)
    default:
      return null
  }
}

const metadata = ({ itemId }: FixFacts, field: string, complete: boolean): Fix => ({
  operation: 'generateItemMetadata',
  input: { id: itemId, fields: [field], apply: true },
  complete,
})

function replacing(
  facts: FixFacts,
  finding: Finding,
  targetOf: (url: string, entry: unknown) => string | undefined,
): Fix | null {
  const entries = linksOf(finding)
  const inText = entries.filter(({ url }) => facts.hasLink(url))
  const pairs = [...new Map(inText.map(({ url, entry }) => [url, { from: url, to: targetOf(url, entry) }])).values()]
  if (pairs.length === 0) return null
  const isWhole = finding.evidence['count'] === inText.length && pairs.length <= mostLinks
  const complete = isWhole && pairs.every(({ to }) => to !== undefined)
  return { operation: 'replaceItemLinks', input: { id: facts.itemId, links: pairs.slice(0, mostLinks) }, complete }
}

/** The addresses that the fix of a finding asks to be replaced, with what the evidence says about each. */
function linksOf({ rule, evidence }: Finding): { url: string; entry: unknown }[] {
  switch (rule) {
    case 'broken_internal_link':
    case 'link_to_redirect':
    case 'tracking_parameters':
      return listIn(evidence, 'links').flatMap((entry) => {
        const url = textIn(entry, 'url')
        return url === undefined ? [] : [{ url, entry }]
      })
    case 'mixed_content':
      return listIn(evidence, 'resources').flatMap((entry) => {
        const url = typeof entry === 'string' ? urlKey(entry) : undefined
        return url === undefined ? [] : [{ url, entry }]
      })
    default:
      return []
  }
}

/** The addresses that the fix of a finding asks to be replaced. */
export const linksToReplace = (finding: Finding) => linksOf(finding).map(({ url }) => url)

function canonical({ itemId, isThere }: FixFacts, evidence: Finding['evidence']): Fix {
  const final = textIn(evidence, 'final')
  const complete = final !== undefined && isThere(final)
  return { operation: 'updateItem', input: { id: itemId, ...(complete ? { canonicalUrl: final } : {}) }, complete }
}

function consolidating({ itemId, itemOf }: FixFacts, evidence: Finding['evidence']): Fix | null {
  const other = listIn(evidence, 'others')
    .map((entry) => itemOf(textIn(entry, 'url') ?? ''))
    .find((one) => one !== null && one !== itemId)
  if (other === undefined || other === null) return null
  // Which of the two stays is for the caller to say.
  return { operation: 'consolidateItems', input: { rewriteReferences: true, createRedirects: true }, complete: false }
}

function listIn(evidence: Finding['evidence'], name: string): unknown[] {
  const list = evidence[name]
  return Array.isArray(list) ? list : []
}

function textIn(value: unknown, name: string): string | undefined {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
  return typeof found === 'string' ? found : undefined
}
