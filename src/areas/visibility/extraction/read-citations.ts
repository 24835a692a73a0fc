import { domainKey } from './terms.ts'

/** Whose a source of an answer is. */
export const ownerships = ['own', 'competitor', 'third_party'] as const
/** What an engine did with a source; what it cited comes first. */
export const citationKinds = ['cited', 'retrieved'] as const
type CitationKind = (typeof citationKinds)[number]

/** A source of an answer as it was given. `url` is null where an engine names only a host. */
export type GivenCitation = { url: string | null; domain?: string; title?: string | null; kind: CitationKind }

/** A source of an answer, once per address. */
export type Citation = {
  url: string | null
  domain: string
  title: string | null
  kind: CitationKind
  /** How often it was cited; of one that was only retrieved, how often that. */
  count: number
  ownership: (typeof ownerships)[number]
  brandId: string | null
}

/** Whose domains there are; the organization's own brand first. */
export type Owner = { id: string; domains: readonly string[]; isOwn: boolean }

const dropped = /^(?:utm_.*|gclid|fbclid|msclkid|srsltid)$/i

/** The form of an address in which sources are counted; undefined: it is no web address. */
export function sourceUrl(text: string): string | undefined {
  const url = URL.parse(text.trim())
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined
  const kept = url.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !dropped.test(pair.split('=')[0] ?? ''))
  const port = url.port === '' || url.port === '80' || url.port === '443' ? '' : `:${url.port}`
  const path = url.pathname.replace(/\/+$/, '')
  return `https://${domainKey(url.hostname)}${port}${path}${kept.length === 0 ? '' : `?${kept.join('&')}`}`
}

/** One entry per address, in the order of first citation, then of retrieval. */
export function readCitations(given: readonly GivenCitation[], owners: readonly Owner[]): Citation[] {
  const made = new Map<string, { citation: Citation; cited: number; retrieved: number }>()
  for (const kind of citationKinds) {
    for (const one of given) {
      if (one.kind !== kind) continue
      const url = one.url === null ? null : (sourceUrl(one.url) ?? null)
      const domain = url === null ? domainKey(one.domain ?? '') : (URL.parse(url)?.hostname ?? '')
      if (domain === '') continue
      const key = url ?? `host ${domain}`
      const known = made.get(key)
      const entry = known ?? {
        citation: { url, domain, title: one.title ?? null, kind, count: 0, ...ownerOf(domain, owners) },
        cited: 0,
        retrieved: 0,
      }
      entry[kind]++
      entry.citation.title ??= one.title ?? null
      made.set(key, entry)
    }
  }
  return [...made.values()].map(({ citation, cited, retrieved }) => ({
    ...citation,
    count: cited > 0 ? cited : retrieved,
  }))
}

/** Whose domain it is: a brand owns its domains and what is below them. The most specific one decides. */
export function ownerOf(domain: string, owners: readonly Owner[]): Pick<Citation, 'ownership' | 'brandId'> {
  const host = domainKey(domain)
  let best: { owner: Owner; length: number } | undefined
  for (const owner of owners)
    for (const own of owner.domains.map(domainKey))
      if ((host === own || host.endsWith(`.${own}`)) && own.length > (best?.length ?? 0))
        best = { owner, length: own.length }
  if (best === undefined) return { ownership: 'third_party', brandId: null }
  return { ownership: best.owner.isOwn ? 'own' : 'competitor', brandId: best.owner.id }
}
