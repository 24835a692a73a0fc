import type { Link, PageFacts } from '#areas/site-audit/crawl/page-facts.ts'
import { comparedText, piecesOf } from '#areas/site-audit/crawl/page-text.ts'
import { readDirectives } from '#areas/site-audit/crawl/robots-tags.ts'
import { contentWords } from '#std/content-words.ts'
import { canonicalLocale } from '#std/locales.ts'
import { atOnce, type Parts } from '#std/parts.ts'
import { isBlank } from '#std/text.ts'
import { countGraphemes, isMostlyNonLatin, titleWidth } from '#std/title-width.ts'
import { droppedParameters, urlKey } from '#std/url-key.ts'
import { visibleText } from '#std/visible-text.ts'

import type { Canonical } from './canonical.ts'
import { addressAsEvidence, directivesAsEvidence, languageAsEvidence } from './evidence-words.ts'
import { type JsonLd, mostNodes, readingJsonLd } from './json-ld-rules.ts'
import { counted, type Finding, mostEvidence } from './rule-table.ts'

/** A page that answered 200 with HTML. */
export type HtmlPage = {
  url: string
  facts: PageFacts
  canonical: Canonical
  xRobotsTag: string | null
  indexable: boolean
  isOwn(url: string): boolean
}

/** What a page shows by itself, without the others. */
export const checkPage = (page: HtmlPage): Finding[] => atOnce(checkingPage(page))

/** The same in parts, between which others can have their turn. */
export function* checkingPage(page: HtmlPage): Parts<Finding[]> {
  const jsonLd = yield* readingJsonLd(page.facts.jsonLd)
  const links = yield* readingLinks(page)
  const placeholders = yield* findingPlaceholders(page.facts.text)
  return [
    ...(page.indexable ? searchResult(page) : []),
    ...markup(page),
    ...addresses(page, links),
    ...wording(page, placeholders),
    ...structuredData(page, jsonLd),
  ]
}

const longestTitle = { width: 600, graphemes: 60 }
const longestDescription = 156
const leastWords = 200

/** What search engines show of a page. */
function* searchResult({ facts, xRobotsTag }: HtmlPage): Generator<Finding> {
  const { title, description, h1, wordCount, lang } = facts
  if (title === null || isBlank(title)) yield { rule: 'title_missing', evidence: {} }
  else if (isMostlyNonLatin(title)) {
    const length = countGraphemes(title)
    if (length > longestTitle.graphemes) yield { rule: 'title_long', evidence: { length } }
  } else {
    const px = titleWidth(title)
    if (px > longestTitle.width) yield { rule: 'title_long', evidence: { px } }
  }
  const length = Array.from(description ?? '').length
  if (isBlank(description ?? '')) yield { rule: 'description_missing', evidence: {} }
  else if (length > longestDescription) yield { rule: 'description_long', evidence: { length } }
  if (h1.length === 0) yield { rule: 'h1_missing', evidence: { count: 0 } }
  if (h1.length > 1) yield { rule: 'h1_multiple', evidence: { count: h1.length } }
  if (wordCount < leastWords) yield { rule: 'thin', evidence: { wordCount } }
  if (isUnlike(title, h1, lang)) yield { rule: 'title_h1_mismatch', evidence: {} }
  const missing = (['title', 'description', 'image'] as const).filter((name) => facts.og[name] === null)
  if (missing.length > 0) yield { rule: 'og_missing', evidence: { missing: missing.map((name) => `og:${name}`) } }
  const directive = readDirectives(facts.robotsMeta).snippet ?? readDirectives(xRobotsTag).snippet
  if (directive !== null) yield { rule: 'snippet_blocked', evidence: { directive } }
}

// Rules of an indexable page that its markup decides are in searchResult; lang and viewport concern readers, too.
function* markup({ facts, xRobotsTag, indexable }: HtmlPage): Generator<Finding> {
  if (indexable && facts.lang === null) yield { rule: 'lang_missing', evidence: {} }
  if (indexable && !facts.hasViewport) yield { rule: 'viewport_missing', evidence: {} }
  if (facts.insecure.length > 0)
    yield { rule: 'mixed_content', evidence: counted('resources', facts.insecure.map(addressAsEvidence)) }
  const unnamed = facts.images.filter(({ isNamed }) => !isNamed).map(({ url, src }) => url ?? addressAsEvidence(src))
  if (unnamed.length > 0) yield { rule: 'image_no_alt', evidence: counted('images', unnamed) }
  if (facts.refresh !== null) yield { rule: 'meta_refresh', evidence: { target: addressAsEvidence(facts.refresh) } }
  const levels = skippedLevels(facts.headings)
  if (levels.length > 0) yield { rule: 'heading_skipped', evidence: counted('levels', levels) }
  if (facts.robotsMeta !== null && xRobotsTag !== null) {
    const [meta, header] = [readDirectives(facts.robotsMeta), readDirectives(xRobotsTag)]
    if (meta.noindex !== header.noindex || meta.nofollow !== header.nofollow)
      yield {
        rule: 'x_robots_conflict',
        evidence: { xRobotsTag: directivesAsEvidence(xRobotsTag), robotsMeta: directivesAsEvidence(facts.robotsMeta) },
      }
  }
}

const genericTexts = new Set([
  'click here',
  'here',
  'read more',
  'more',
  'learn more',
  'this page',
  'link',
  'hier',
  'mehr',
  'weiterlesen',
])

type FoundLinks = Record<'nofollow' | 'empty' | 'generic', Link[]> & { tracking: { href: string; url: string }[] }

/** Links that are looked at between two turns of others. */
const partLinks = 500

/** The own links of a page that a rule is about. */
function* readingLinks({ url, facts, isOwn }: HtmlPage): Parts<FoundLinks> {
  const found: FoundLinks = { nofollow: [], tracking: [], empty: [], generic: [] }
  for (const [at, link] of facts.links.entries()) {
    if (at % partLinks === partLinks - 1) yield
    if (!isOwn(link.url)) continue
    const { href, text, label, rel } = link
    if (rel.includes('nofollow') && !rel.includes('ugc') && !rel.includes('sponsored')) found.nofollow.push(link)
    if (droppedParameters(href, url).length > 0) found.tracking.push({ href: visibleText(href), url: link.url })
    if (isBlank(text) && isBlank(label)) found.empty.push(link)
    if (genericTexts.has(text.toLowerCase().replace(/[\s.…»›→!:]+$/u, ''))) found.generic.push(link)
  }
  return found
}

/** Addresses that a page names. */
function* addresses(
  { url, facts, canonical, indexable }: HtmlPage,
  { nofollow, tracking, empty, generic }: FoundLinks,
): Generator<Finding> {
  if (canonical.fault !== null) yield { rule: 'canonical_invalid', evidence: { reason: canonical.fault } }
  else if (indexable && canonical.url === null) yield { rule: 'canonical_missing', evidence: {} }
  if (nofollow.length > 0) yield linksOf('nofollow_internal', nofollow)
  if (tracking.length > 0) yield { rule: 'tracking_parameters', evidence: counted('links', tracking) }
  if (empty.length > 0) yield linksOf('link_text_empty', empty)
  if (generic.length > 0) yield linksOf('link_text_generic', generic)
  const errors = alternateErrors({ url, facts })
  if (errors.length > 0) yield { rule: 'hreflang_invalid', evidence: { errors: errors.slice(0, mostEvidence) } }
}

const linksOf = (rule: Finding['rule'], links: readonly { url: string }[]): Finding => ({
  rule,
  evidence: counted(
    'links',
    links.map(({ url }) => url),
  ),
})

function alternateErrors({ url, facts }: Pick<HtmlPage, 'url' | 'facts'>): { lang: string; code: string }[] {
  const { alternates } = facts
  if (alternates.length === 0) return []
  const errors = alternates.flatMap(({ lang, href }) => [
    ...(isLanguage(lang) ? [] : [{ lang: languageAsEvidence(lang), code: 'lang' }]),
    ...(/^https?:\/\//i.test(href) ? [] : [{ lang: languageAsEvidence(lang), code: 'relative' }]),
  ])
  const namesItself = alternates.some((one) => one.url === url)
  return namesItself ? errors : [...errors, { lang: languageAsEvidence(facts.lang ?? ''), code: 'self' }]
}

function isLanguage(tag: string): boolean {
  if (tag.toLowerCase() === 'x-default') return true
  return /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(tag) && canonicalLocale(tag) !== undefined
}

const placeholders = [/lorem ipsum/gi, /\{\{[^{}\n]{1,200}\}\}/g, /\[insert/gi, /\bTBD:/g, /\bTODO:/g]

// What stands in braces may be any words of the page: only a name is evidence (site-audit.md#words-of-evidence).
const namedPlaceholder = (found: string) =>
  !found.startsWith('{{') || /^\{\{\s?[\w.-]{1,40}\s?\}\}$/.test(found) ? found : '{{…}}'

const notFound =
  /(?<![\p{L}\p{N}])(?:404|page not found|nicht gefunden|introuvable|no encontrada|non trovata)(?![\p{L}\p{N}])/iu

/** Longer than any placeholder: what a piece of a text shares with the one before. */
const overlap = 300

/** The placeholders of a text, each once. A piece begins a little before the end of the one before, which may have cut one. */
function* findingPlaceholders(text: string): Parts<string[]> {
  const found = new Map(placeholders.map((pattern) => [pattern, new Set<string>()]))
  let at = 0
  for (const piece of piecesOf(text)) {
    const from = Math.max(0, at - overlap)
    at += piece.length
    const seen = text.slice(from, at)
    for (const [pattern, all] of found)
      for (const { 0: one, index } of seen.matchAll(pattern)) {
        if (all.size === mostEvidence) break
        // At the very beginning of a piece nobody knows which character is before it.
        if (index > 0 || from === 0) all.add(namedPlaceholder(one))
      }
    yield
  }
  return [...new Set([...found.values()].flatMap((all) => [...all]))]
}

/** What the words of a page say. */
function* wording({ facts }: HtmlPage, found: readonly string[]): Generator<Finding> {
  if (found.length > 0) yield { rule: 'placeholder_text', evidence: { found: found.slice(0, mostEvidence) } }
  const says = [facts.title ?? '', ...facts.h1].some((text) => notFound.test(text))
  if (says && facts.wordCount < leastWords) yield { rule: 'soft_404', evidence: { reason: 'words' } }
}

const moreNodes = `There is more: only the first ${mostNodes.toLocaleString('en')} nodes of the structured data were looked at.`

/** What the structured data of a page say, and whether it is true. */
function* structuredData(page: HtmlPage, jsonLd: JsonLd): Generator<Finding> {
  const { facts } = page
  if (jsonLd.errors.length > 0)
    yield {
      rule: 'json_ld_invalid',
      evidence: { errors: jsonLd.errors.slice(0, mostEvidence), ...(jsonLd.hasMore ? { more: moreNodes } : {}) },
    }
  // What was not looked at may have a date and an author. Several articles are a list of them, which is about none.
  const [article, another] = jsonLd.articles
  const own = another === undefined ? article : undefined
  const isArticle = own !== undefined || facts.og.type?.toLowerCase() === 'article'
  if (isArticle && !facts.hasDate && !jsonLd.hasDate && !jsonLd.hasMore) yield { rule: 'article_undated', evidence: {} }
  if (isArticle && !facts.hasAuthor && !jsonLd.hasAuthor && !jsonLd.hasMore)
    yield { rule: 'article_unsigned', evidence: {} }
  const fields = own === undefined ? [] : untrue(own, page)
  if (fields.length > 0) yield { rule: 'json_ld_mismatch', evidence: { fields } }
}

function untrue(node: Record<string, unknown>, { url, facts, canonical }: HtmlPage): string[] {
  const locale = facts.lang ?? 'en'
  const shown = shownWords(facts)
  const { headline, mainEntityOfPage: main } = node
  const said = typeof headline === 'string' ? contentWords(headline.slice(0, spoken), locale) : []
  const isOther = said.length > 0 && shown.length > 0 && !said.some((word) => shown.includes(word))
  const leads = (value: unknown) => {
    const text = typeof value === 'object' && value !== null ? Reflect.get(value, '@id') : value
    if (typeof text !== 'string' || text.trim() === '') return false
    const key = urlKey(text, url)
    return key !== url && (canonical.url === null || key !== canonical.url)
  }
  return [
    ...(isOther ? ['headline'] : []),
    ...(leads(node['url']) ? ['url'] : []),
    ...(leads(main) ? ['mainEntityOfPage'] : []),
  ]
}

/** Characters of titles and headings whose words are compared. */
const spoken = 5000

const shownWords = ({ title, h1, lang }: PageFacts) =>
  contentWords([title ?? '', ...h1].join(' ').slice(0, spoken), lang ?? 'en')

function isUnlike(title: string | null, h1: readonly string[], lang: string | null): boolean {
  const locale = lang ?? 'en'
  const [ofTitle, ofHeading] = [contentWords(title ?? '', locale), contentWords(h1.join(' ').slice(0, spoken), locale)]
  return ofTitle.length > 0 && ofHeading.length > 0 && !ofTitle.some((word) => ofHeading.includes(word))
}

/** Each heading that is more than one level below the one before it, with both levels. */
function skippedLevels(headings: readonly number[]): string[] {
  return headings.flatMap((level, at) => {
    const before = headings[at - 1]
    return before !== undefined && level > before + 1 ? [`h${before} > h${level}`] : []
  })
}

/** What duplicates of titles and descriptions are found by; null: there is nothing to compare. */
export function duplicateKey(text: string | null): string | null {
  const key = comparedText(text ?? '')
  return key === '' ? null : key
}
