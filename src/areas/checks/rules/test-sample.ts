import { countSourceH1s } from '#areas/checks/rules/source-headings.ts'
import { subjectOf, compare, isNearBody } from '#areas/checks/similarity/score.ts'
import type { Similar } from '#areas/checks/similarity/similar-items.ts'
import { readPages } from '#main/demo/read-pages.ts'
import { renderBody } from '#platform/render/render-body.ts'
import { keywordKey } from '#std/content-words.ts'
import { signatureOf } from '#std/minhash.ts'
import { readPage } from '#std/page.ts'
import { beekeeping } from '#test/publication/beekeeping/beekeeping.ts'

import { check } from './engine.ts'
import { statementsOf } from './statements.ts'
import type { CheckedItem, Subject, Target } from './subject.ts'
import { other, subject } from './test-subject.ts'

type Page = { slug: string; html: string; item: Partial<CheckedItem>; kind: string; links: readonly string[] }

/** What the rules find in a sample publication, as `slug code severity`: the handbook for beekeepers and the product's own sample pages. */
export async function findingsOfSample(): Promise<string[]> {
  const pages = [...handbook(), ...(await ownPages())]
  const linked = new Set(pages.flatMap(({ links }) => links))
  return pages.flatMap((page) =>
    check(subjectFor(page, { pages, linked })).warnings.map(({ code, severity }) => `${page.slug} ${code} ${severity}`),
  )
}

function handbook(): Page[] {
  return beekeeping.map(({ slug, title, keyword, description = null, body, links }) => ({
    slug,
    kind: 'articles',
    html: htmlOf(body),
    item: { title, primaryKeyword: keyword, metaDescription: description, bodyH1s: countSourceH1s(body, 'markdown') },
    links,
  }))
}

async function ownPages(): Promise<Page[]> {
  const collections = await Promise.all(
    ['articles', 'comparisons', 'glossary'].map(async (kind) => ({ kind, pages: await readPages(kind) })),
  )
  return collections.flatMap(({ kind, pages }) =>
    pages.map(({ title, slug, content, primaryKeyword = null, metaDescription = null, tldr = null, excerpt, faq }) => ({
      slug: slug ?? title.toLowerCase().replaceAll(' ', '-'),
      kind,
      html: htmlOf(content),
      item: { title, primaryKeyword, metaDescription, tldr, excerpt, faq: faq ?? [] },
      links: [...content.matchAll(/\]\(\/\w+\/([\w-]+)\)/g)].map(([, target = '']) => target),
    })),
  )
}

function htmlOf(content: string): string {
  const outcome = renderBody({ content, format: 'markdown' })
  if (!('rendered' in outcome)) throw new Error('a sample page that is too large')
  return outcome.rendered.html
}

/** A page as it is right after an import: published, with an address and a picture, without fields that nobody filled in. */
function subjectFor(
  { slug, html, item, kind }: Page,
  { pages, linked }: { pages: readonly Page[]; linked: ReadonlySet<string> },
): Subject {
  const bare = { h1: null, tldr: null, excerpt: null, seoTitle: null, canonicalUrl: null }
  const { site, index, item: good } = subject()
  const page = readPage(html, site.locale)
  const targets = new Map<string, Target>(
    page.links.map(({ href }) => {
      const found = pages.find((one) => href.endsWith(`/${one.slug}`))
      return [href, found === undefined ? { to: 'unknown' } : { to: 'item', item: other(found.slug) }]
    }),
  )
  const key = (keyword: string | null | undefined) => keywordKey(keyword ?? '', site.locale)
  const others = pages.filter((one) => one.slug !== slug)
  return {
    item: { ...good, ...bare, ...item, id: slug, slug, origin: 'agent' },
    page,
    statements: statementsOf(page),
    site,
    index: {
      ...index,
      targets,
      collectionKind: kind,
      selfUrl: `https://site.example/${kind}/${slug}`,
      isLinked: linked.has(slug),
      similar: similarTo(slug, pages),
      sameKeyword: others
        .filter((one) => key(item.primaryKeyword) !== '' && key(one.item.primaryKeyword) === key(item.primaryKeyword))
        .map((one) => other(one.slug)),
    },
  }
}

function similarTo(slug: string, pages: readonly Page[]): Similar[] {
  const featuresOf = ({ html, item }: Page) =>
    subjectOf(
      {
        title: item.title ?? '',
        primaryKeyword: item.primaryKeyword ?? null,
        secondaryKeywords: [],
        headings: new Set(),
        minhash: signatureOf(html.replace(/<[^>]*>/g, ' ')).minhash,
        publishAt: null,
      },
      'en',
    )
  const own = pages.find((page) => page.slug === slug)
  if (own === undefined) return []
  return pages.flatMap((page) => {
    const found = compare(featuresOf(own), featuresOf(page))
    if (page === own || (found.parts.title === 0 && !found.isSeries && !isNearBody(found))) return []
    const { body, score, isSeries, parts } = found
    return [{ ...other(page.slug), body, score, isSeries, parts: { ...parts, keyword: parts.keyword ?? 0 } }]
  })
}
