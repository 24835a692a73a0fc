import { absolute, cleanHtml } from './clean-html.ts'
import { htmlText } from './html-text.ts'
import { elementsOf, type HtmlElement, rawText, textOf } from './html-tree.ts'
import { type ArticleData, articleData } from './json-ld.ts'
import { parseHtml } from './parse-html.ts'

/** What a web page says, also about itself. Texts are as the page has them: of any length, and not to be trusted. */
export type WebPage = {
  title: string | null
  description: string | null
  /** Absolute; null where the page does not name one. */
  canonical: string | null
  /** The language tag in `html lang`. */
  language: string | null
  image: string | null
  authors: string[]
  /** As written, usually ISO 8601. */
  publishedAt: string | null
  modifiedAt: string | null
  /** The content of `meta name="robots"`. */
  noindex: boolean
  /** The content without navigation and scripts, with absolute addresses; not yet sanitised. */
  mainHtml: string
  /** The same as plain text in the style of Markdown. */
  text: string
  /** Where the links of the whole page lead, without fragments and duplicates. */
  links: string[]
}

/** Reads a page that was found at `url`. Linear in its length; never fails. */
export function readWebPage(html: string, url: string): WebPage {
  const root = parseHtml(html)
  const facts = factsOf(root, url)
  const data = articleData(facts.blocks)
  const main = mainOf(root)
  const title = titleOf(facts, data)
  return {
    title,
    description: facts.meta('og:description', 'description', 'twitter:description') ?? data?.description ?? null,
    canonical: absolute(facts.link('canonical'), facts.baseUrl, /^https?:$/) ?? null,
    language: facts.language,
    image:
      absolute(
        facts.meta('og:image', 'og:image:url', 'twitter:image') ?? data?.image ?? undefined,
        facts.baseUrl,
        /^https?:$/,
      ) ?? null,
    authors:
      data !== undefined && data.authors.length > 0
        ? data.authors
        : [facts.meta('author')].filter((name) => name !== undefined),
    publishedAt: data?.publishedAt ?? facts.meta('article:published_time', 'date', 'datepublished') ?? null,
    modifiedAt: data?.modifiedAt ?? facts.meta('article:modified_time', 'og:updated_time') ?? null,
    noindex: /\b(?:noindex|none)\b/i.test(facts.meta('robots') ?? ''),
    mainHtml: cleanHtml(main, {
      baseUrl: facts.baseUrl,
      withoutHeader: true,
      ...(title === null ? {} : { title }),
    }),
    text: htmlText(main),
    links: facts.links,
  }
}

type Facts = {
  baseUrl: string
  language: string | null
  documentTitle: string | null
  heading: string | null
  blocks: string[]
  links: string[]
  /** The content of the first `meta` of these names, in the order of the names. */
  meta(...names: string[]): string | undefined
  link(rel: string): string | undefined
}

const maxLinks = 5000

function factsOf(root: HtmlElement, url: string): Facts {
  const metas = new Map<string, string>()
  const rels = new Map<string, string>()
  const facts = {
    baseUrl: url,
    language: null as string | null,
    documentTitle: null as string | null,
    heading: null as string | null,
  }
  const blocks: string[] = []
  const anchors: string[] = []
  for (const element of elementsOf(root)) {
    const { name, attributes } = element
    if (name === 'html') facts.language ??= attributes['lang']?.trim() || null
    if (name === 'base') facts.baseUrl = absolute(attributes['href'], url, /^https?:$/) ?? facts.baseUrl
    if (name === 'title') facts.documentTitle ??= textOf(element).slice(0, 1000) || null
    if (name === 'h1') facts.heading ??= textOf(element) || null
    if (name === 'script' && attributes['type']?.toLowerCase().trim() === 'application/ld+json' && blocks.length < 20)
      blocks.push(element.children.map(rawText).join(''))
    if (name === 'meta')
      addFirst(
        metas,
        (attributes['property'] ?? attributes['name'] ?? attributes['itemprop'])?.toLowerCase(),
        attributes['content'],
      )
    if (name === 'link')
      for (const rel of (attributes['rel'] ?? '').toLowerCase().split(/\s+/)) addFirst(rels, rel, attributes['href'])
    if (name === 'a' && attributes['href'] !== undefined && anchors.length < maxLinks) anchors.push(attributes['href'])
  }
  return {
    ...facts,
    blocks,
    links: [
      ...new Set(anchors.flatMap((href) => absolute(href, facts.baseUrl, /^https?:$/)?.replace(/#.*$/s, '') ?? [])),
    ],
    meta: (...names) => names.map((name) => metas.get(name)).find((content) => content !== undefined),
    link: (rel) => rels.get(rel),
  }
}

function addFirst(map: Map<string, string>, name: string | undefined, value: string | undefined): void {
  if (name !== undefined && value !== undefined && value.trim() !== '' && !map.has(name)) map.set(name, value.trim())
}

/** The headline, else the title for sharing, else the heading, else the document's title without the name of the site. */
function titleOf({ meta, heading, documentTitle }: Facts, data: ArticleData | undefined): string | null {
  const named = data?.headline ?? meta('og:title') ?? heading
  if (named !== null && named !== undefined) return named.replace(/\s+/g, ' ').trim()
  return documentTitle?.replace(/\s+[|·–—-]\s+[^|·–—-]{1,60}$/, '') ?? null
}

const bodyClass =
  /(?:^|\s)(?:entry-content|post-content|article-content|article-body|article__body|post-body|post__content)(?:\s|$)/

/** Where the content is: the body of the article, else the article, else `main`, else the page. */
function mainOf(root: HtmlElement): HtmlElement {
  const all = elementsOf(root)
  const body = all.find(({ name }) => name === 'body') ?? root
  const scope = largest(all.filter(({ name, attributes }) => name === 'main' || attributes['role'] === 'main')) ?? body
  const article = largest(elementsOf(scope).filter(({ name }) => name === 'article'))
  const chosen = article !== undefined && article.size * 2 > scope.size ? article : scope
  const inner = largest(
    elementsOf(chosen).filter(
      ({ attributes }) => attributes['itemprop'] === 'articleBody' || bodyClass.test(attributes['class'] ?? ''),
    ),
  )
  return inner !== undefined && inner.size * 2 > chosen.size ? inner : chosen
}

function largest(elements: readonly HtmlElement[]): HtmlElement | undefined {
  return elements.reduce<HtmlElement | undefined>(
    (best, one) => (best === undefined || one.size > best.size ? one : best),
    undefined,
  )
}
