import type { PageFacts } from '#areas/site-audit/crawl/page-facts.ts'
import { comparedText } from '#areas/site-audit/crawl/page-text.ts'
import { readDirectives } from '#areas/site-audit/crawl/robots-tags.ts'
import { contentWords } from '#std/content-words.ts'
import { canonicalLocale } from '#std/locales.ts'
import { countGraphemes, isMostlyNonLatin, titleWidth } from '#std/title-width.ts'
import { droppedParameters, urlKey } from '#std/url-key.ts'

import type { Canonical } from './canonical.ts'
import { addressAsEvidence, directivesAsEvidence, languageAsEvidence } from './evidence-words.ts'
import { type JsonLd, readJsonLd } from './json-ld-rules.ts'
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
export function checkPage(page: HtmlPage): Finding[] {
  const jsonLd = readJsonLd(page.facts.jsonLd)
  return [
    ...(page.indexable ? searchResult(page) : []),
    ...markup(page),
    ...addresses(page),
    ...wording(page),
    ...structuredData(page, jsonLd),
  ]
}

const longestTitle = { width: 600, graphemes: 60 }
const longestDescription = 156
const leastWords = 200

/** What search engines show of a page. */
function* searchResult({ facts, xRobotsTag }: HtmlPage): Generator<Finding> {
  const { title, description, h1, wordCount, lang } = facts
  if (title === null || title === '') yield { rule: 'title_missing', evidence: {} }
  else if (isMostlyNonLatin(title)) {
    const length = countGraphemes(title)
    if (length > longestTitle.graphemes) yield { rule: 'title_long', evidence: { length } }
  } else {
    const px = titleWidth(title)
    if (px > longestTitle.width) yield { rule: 'title_long', evidence: { px } }
  }
  const length = Array.from(description ?? '').length
  if ((description ?? '').trim() === '') yield { rule: 'description_missing', evidence: {} }
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

/** Addresses that a page names. */
function* addresses({ url, facts, canonical, indexable, isOwn }: HtmlPage): Generator<Finding> {
  if (canonical.fault !== null) yield { rule: 'canonical_invalid', evidence: { reason: canonical.fault } }
  else if (indexable && canonical.url === null) yield { rule: 'canonical_missing', evidence: {} }
  const own = facts.links.filter((link) => isOwn(link.url))
  const nofollow = own.filter(
    ({ rel }) => rel.includes('nofollow') && !rel.includes('ugc') && !rel.includes('sponsored'),
  )
  if (nofollow.length > 0) yield linksOf('nofollow_internal', nofollow)
  const tracking = own.filter(({ href }) => droppedParameters(href, url).length > 0)
  if (tracking.length > 0)
    yield {
      rule: 'tracking_parameters',
      evidence: counted(
        'links',
        tracking.map(({ href, url: target }) => ({ href, url: target })),
      ),
    }
  const empty = own.filter(({ text, label }) => text === '' && label === '')
  if (empty.length > 0) yield linksOf('link_text_empty', empty)
  const generic = own.filter(({ text }) => genericTexts.has(text.toLowerCase().replace(/[\s.…»›→!:]+$/u, '')))
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

/** What the words of a page say. */
function* wording({ facts }: HtmlPage): Generator<Finding> {
  const found = placeholders.flatMap((pattern) => facts.text.match(pattern) ?? []).map(namedPlaceholder)
  if (found.length > 0)
    yield { rule: 'placeholder_text', evidence: { found: [...new Set(found)].slice(0, mostEvidence) } }
  const says = [facts.title ?? '', ...facts.h1].some((text) => notFound.test(text))
  if (says && facts.wordCount < leastWords) yield { rule: 'soft_404', evidence: { reason: 'words' } }
}

/** What the structured data of a page say, and whether it is true. */
function* structuredData(page: HtmlPage, jsonLd: JsonLd): Generator<Finding> {
  const { facts } = page
  if (jsonLd.errors.length > 0)
    yield { rule: 'json_ld_invalid', evidence: { errors: jsonLd.errors.slice(0, mostEvidence) } }
  // Several articles are a list of them, which is about none.
  const [article, another] = jsonLd.articles
  const own = another === undefined ? article : undefined
  const isArticle = own !== undefined || facts.og.type?.toLowerCase() === 'article'
  if (isArticle && !facts.hasDate && !jsonLd.hasDate) yield { rule: 'article_undated', evidence: {} }
  if (isArticle && !facts.hasAuthor && !jsonLd.hasAuthor) yield { rule: 'article_unsigned', evidence: {} }
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
