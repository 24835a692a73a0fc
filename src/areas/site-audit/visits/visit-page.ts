import { packedSignature, signing } from '#areas/checks/index.ts'
import type { Answer } from '#areas/site-audit/crawl/client.ts'
import { type PageFacts, readingPage } from '#areas/site-audit/crawl/page-facts.ts'
import { readDirectives } from '#areas/site-audit/crawl/robots-tags.ts'
import type { PageNeeds, StoredLinks, UntrustedPage } from '#areas/site-audit/json-columns.ts'
import { type Canonical, readCanonical } from '#areas/site-audit/rules/canonical.ts'
import { checkingDrift, type ShownItem } from '#areas/site-audit/rules/item-drift.ts'
import { checkingPage } from '#areas/site-audit/rules/page-rules.ts'
import type { Finding } from '#areas/site-audit/rules/rule-table.ts'
import { type Breathe, inTurns } from '#kernel/breathe.ts'
import { decodeHtml } from '#std/decode-text.ts'
import type { Parts } from '#std/parts.ts'
import { storable } from '#std/storable.ts'
import { truncate } from '#std/text.ts'
import { urlKey } from '#std/url-key.ts'

import { foundBy } from './found-by.ts'
import type { Found } from './frontier.ts'

/** An HTML document is read to here, and is too large above the lower limit. */
export const htmlBytes = 5_000_000
const tooLarge = 2_000_000
const slow = 800
const comparedWords = 50
/** Of long texts the beginnings are compared: these are more words than a novel's chapter has. */
const comparedCharacters = 200_000

/** What an address answered, as it is stored. */
export type Visit = {
  status: number | null
  error: string | null
  location: string | null
  contentType: string | null
  isHtml: boolean
  bytes: number | null
  ttfbMs: number | null
  canonical: string | null
  robotsMeta: string | null
  xRobotsTag: string | null
  indexable: boolean
  wordCount: number | null
  contentHash: string | null
  outlinks: number
  truncated: boolean
  untrusted: UntrustedPage | null
  facts: PageNeeds | null
  links: StoredLinks | null
  signature: Buffer | null
  findings: Finding[]
  found: Found[]
}

export type Asked = {
  url: string
  depth: number | null
  isListed: boolean
  /** Whether its links are followed. */
  follows: boolean
  isBlocked: boolean
  isOwn(url: string): boolean
  /** The item whose public URL it is. */
  item: { isPublished: boolean; shown: ShownItem | undefined } | undefined
}

const nothing = {
  status: null,
  error: null,
  location: null,
  contentType: null,
  isHtml: false,
  bytes: null,
  ttfbMs: null,
  canonical: null,
  robotsMeta: null,
  xRobotsTag: null,
  indexable: false,
  wordCount: null,
  contentHash: null,
  outlinks: 0,
  truncated: false,
  untrusted: null,
  facts: null,
  links: null,
  signature: null,
  findings: [],
  found: [],
}

/** What robots.txt does not let a run ask for. */
export const unasked: Visit = nothing

/** Reads the answer of an address: what the page is, what its own rules find, and where it leads. */
export async function readVisit(asked: Asked, answer: Answer, breathe: Breathe): Promise<Visit> {
  if ('error' in answer)
    return { ...nothing, error: answer.error, findings: [{ rule: 'unreachable', evidence: { error: answer.error } }] }
  const { status, headers, body, isCut = false, firstByteMs = 0 } = answer
  const contentType = headers.get('content-type')
  const base = {
    ...nothing,
    status,
    contentType: contentType === null ? null : storable(truncate(contentType, 200)),
    bytes: body.byteLength,
    ttfbMs: firstByteMs,
    xRobotsTag: storableOrNull(headers.get('x-robots-tag')),
  }
  if (status >= 300 && status < 400) return redirected(asked, { ...base, location: headers.get('location') })
  const isHtml = isHtmlAnswer(contentType, body)
  if (status !== 200) return { ...base, isHtml }
  const ofAnswer: Finding[] = [
    ...(asked.url.startsWith('http:') ? [{ rule: 'page_http', evidence: {} } as const] : []),
    ...(firstByteMs > slow ? [{ rule: 'slow_ttfb', evidence: { ttfbMs: firstByteMs } } as const] : []),
  ]
  if (!isHtml) return { ...base, findings: ofAnswer.filter(({ rule }) => rule === 'slow_ttfb') }
  const isTooLarge: Finding[] =
    body.byteLength > tooLarge || isCut ? [{ rule: 'page_too_large', evidence: { bytes: body.byteLength } }] : []
  if (isCut) return { ...base, isHtml, truncated: true, findings: [...ofAnswer, ...isTooLarge] }
  const html = { body, contentType, linkHeader: headers.get('link'), xRobotsTag: base.xRobotsTag }
  const read = await inTurns(readingHtml(asked, html), breathe)
  return { ...base, isHtml, ...read, findings: [...ofAnswer, ...isTooLarge, ...read.findings] }
}

function redirected(asked: Asked, visit: Visit): Visit {
  const location = urlKey(visit.location ?? '', asked.url)
  if (visit.location === null || visit.location.trim() === '' || location === undefined)
    return { ...visit, location: null }
  const { depth, isListed } = asked
  const hop = { url: location, by: foundBy.redirect, depth, isListed, from: asked.url }
  const found = asked.isOwn(location) ? [hop] : []
  return { ...visit, location, found }
}

type Html = {
  body: Buffer
  contentType: string | null
  linkHeader: string | null
  xRobotsTag: string | null
}

/** Reads a page in parts, between which everything else has its turn (site-audit.md#pages-are-read-in-slices). */
function* readingHtml(asked: Asked, { body, contentType, linkHeader, xRobotsTag }: Html) {
  const facts = yield* readingPage(storable(decodeHtml(body, contentType, 1024)), asked.url)
  const canonical = readCanonical(facts.canonicals, linkHeader)
  const noindex = readDirectives(facts.robotsMeta).noindex || readDirectives(xRobotsTag).noindex
  const indexable = !noindex && !asked.isBlocked && (canonical.url === null || canonical.url === asked.url)
  const { url, isOwn } = asked
  return {
    canonical: canonical.url,
    robotsMeta: facts.robotsMeta,
    indexable,
    wordCount: facts.wordCount,
    contentHash: facts.contentHash,
    outlinks: facts.links.length,
    untrusted: { title: facts.title, metaDescription: facts.description, h1: facts.h1.slice(0, 20) },
    facts: {
      title: facts.title,
      description: facts.description,
      namesCanonical: facts.canonicals.length > 0 || canonical.url !== null,
      noindex,
      alternates: facts.alternates.slice(0, 200),
      series: facts.series.slice(0, 10),
      hasIcon: facts.hasIcon,
    },
    links: {
      links: facts.links.map(({ url: u, text: t, rel }) => ({ u, t, ...(isNofollow(rel) ? { n: 1 as const } : {}) })),
      images: [...new Set(facts.images.flatMap((image) => image.url ?? []))],
    },
    signature:
      facts.wordCount < comparedWords ? null : packedSignature(yield* signing(facts.text.slice(0, comparedCharacters))),
    findings: [
      ...(yield* checkingPage({ url, facts, canonical, xRobotsTag, indexable, isOwn })),
      ...(yield* lookingAtItem(asked, facts, canonical)),
    ],
    found: yield* leadingTo(asked, facts, canonical),
  }
}

function* lookingAtItem({ item }: Asked, facts: PageFacts, canonical: Canonical): Parts<Finding[]> {
  if (item === undefined) return []
  if (!item.isPublished) return [{ rule: 'draft_public', evidence: {} }]
  return item.shown === undefined ? [] : yield* checkingDrift(item.shown, facts, canonical)
}

/** Addresses that are looked at between two turns of others. */
const partAddresses = 500

/** Own addresses that a page names. Those that a run does not follow are only looked at. */
function* leadingTo(
  { url, depth, follows, isListed, isOwn }: Asked,
  facts: PageFacts,
  canonical: Canonical,
): Parts<Found[]> {
  if (!isListed) return []
  const next = depth === null ? null : depth + 1
  const links = facts.links.map((link) => ({ url: link.url, by: foundBy.link, depth: next }))
  const named = [
    ...(canonical.url === null ? [] : [canonical.url]),
    ...facts.series.map((one) => one.url),
    ...facts.alternates.flatMap((one) => one.url ?? []),
  ].map((one) => ({ url: one, by: foundBy.relation, depth: null }))
  const first = new Map([...named, ...links].map((one) => [`${one.by} ${one.url}`, one]))
  const found: Found[] = []
  let seen = 0
  for (const one of first.values()) {
    if (++seen % partAddresses === 0) yield
    if (one.url === url || !isOwn(one.url)) continue
    found.push({ ...one, depth: follows ? one.depth : null, isListed: follows })
  }
  return found
}

function isHtmlAnswer(contentType: string | null, body: Buffer): boolean {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (type !== '') return type === 'text/html' || type === 'application/xhtml+xml'
  return /^\s*<(?:!doctype html|html)/i.test(body.toString('latin1', 0, 512).replace(/^\u00ef\u00bb\u00bf/, ''))
}

const isNofollow = (rel: readonly string[]) => rel.includes('nofollow')
const storableOrNull = (text: string | null) => (text === null ? null : storable(truncate(text, 1000)))
