import { readPage } from '#std/page.ts'

import { statementsOf } from './statements.ts'
import type { CheckedItem, Index, Other, Site, Subject, Target } from './subject.ts'

/** `n` words that match nothing. */
export const filler = (n: number): string => Array.from({ length: n }, (_, i) => fillers[i % fillers.length]).join(' ')

const fillers = ['copper', 'meadow', 'lantern', 'harbor', 'velvet', 'orchard', 'pebble', 'canyon', 'saddle', 'willow']

const intro =
  '<p>Email marketing software is a tool that sends campaigns to many readers at once and measures the results.</p>'
const links =
  '<p>See <a href="/articles/first">one page</a>, <a href="/articles/second">other page</a> and <a href="https://source.example/study">the study</a>.</p><p>In 2025 about 40 % of all small teams sent one campaign each week, says <a href="https://source.example/study">the study</a>.</p>'

/** A faultless body of about 350 words. */
export const goodBody = `${intro}<h2>Costs</h2><p>Good email marketing software pays off. ${filler(150)}.</p>${links}<h2>Choice</h2><p>Compare email marketing software. ${filler(150)}.</p>`

export const other = (id: string, fields: Partial<Other> = {}): Other => ({
  id,
  title: `Title of ${id}`,
  status: 'published',
  collectionId: 'col_articles',
  isOpen: true,
  ...fields,
})

export const to = (item: Other): Target => ({ to: 'item', item })

type Change = {
  item?: Partial<CheckedItem>
  body?: string
  site?: Partial<Site>
  index?: Partial<Index>
  targets?: Record<string, Target>
}

/** A faultless published item, with changes. */
export function subject({ item, body = goodBody, site, index, targets }: Change = {}): Subject {
  const place = { ...goodSite, ...site }
  const page = readPage(body, place.locale)
  return {
    item: { ...goodItem, ...item },
    page,
    statements: statementsOf(page),
    site: place,
    index: {
      ...goodIndex,
      targets: new Map<string, Target>(
        Object.entries({
          '/articles/first': to(other('itm_first')),
          '/articles/second': to(other('itm_second')),
          'https://site.example/articles/email-marketing-software': to(other('itm_own')),
          ...targets,
        }),
      ),
      ...index,
    },
  }
}

const goodItem: CheckedItem = {
  id: 'itm_own',
  collectionId: 'col_articles',
  title: 'Email marketing software compared for small teams',
  slug: 'email-marketing-software',
  status: 'published',
  h1: 'Email marketing software compared',
  bodyH1s: 0,
  tldr: 'Choose by what you send.',
  excerpt: 'What to look for in email marketing software.',
  seoTitle: 'Email marketing software compared for small teams',
  metaDescription:
    'Email marketing software for small teams: what it costs, what it sends, and how to choose between the tools that there are to buy now.',
  canonicalUrl: 'https://site.example/articles/email-marketing-software',
  canonicalReason: null,
  primaryKeyword: 'email marketing software',
  secondaryKeywords: [],
  ogTitle: 'Email marketing software',
  ogDescription: 'Compared for small teams',
  ogImageId: 'med_og',
  twitterTitle: 'Email marketing software',
  twitterDescription: 'Compared for small teams',
  featuredImageId: 'med_featured',
  schemaJsonLd: null,
  faq: [],
  relatedArticles: [],
  suggestions: [],
  robots: { noindex: false, nofollow: false },
  citations: [],
  articleType: null,
  isPillar: false,
  origin: 'human',
}

const goodSite: Site = {
  organizationId: 'org_x',
  siteUrl: 'https://site.example',
  locale: 'en',
  hosts: new Set(['site.example']),
  domains: [],
  brandName: 'Acme',
  brandNames: ['Acme'],
  hasSocialImage: false,
}

const goodIndex: Index = {
  collectionKind: 'articles',
  isOpen: true,
  missingFields: undefined,
  labels: [],
  selfUrl: 'https://site.example/articles/email-marketing-software',
  targets: new Map(),
  sameCanonical: [],
  sameAddress: undefined,
  sameDescription: [],
  sameKeyword: [],
  secondaryOf: [],
  takenKeywords: new Set(),
  related: new Map(),
  featuredImage: { id: 'med_featured', alt: 'A desk', width: 1200 },
  isLinked: true,
  similar: [],
  sameKeywordTopics: [],
  supports: () => false,
  faults: new Set(),
}
