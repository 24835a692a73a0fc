import { z } from 'zod'

import { contextFor } from '#areas/library/index.ts'
import { getSettings } from '#areas/organizations/index.ts'
import { searchedQueries } from '#areas/search-console/index.ts'
import { groundFor, recentKeywords } from '#areas/topics/index.ts'
import { findGaps, gapKinds, readBrands } from '#areas/visibility/index.ts'
import type { OrganizationFacts } from '#kernel/access.ts'
import type { Reader } from '#kernel/database.ts'
import { iso } from '#kernel/schema.ts'
import type { Scope } from '#kernel/scope.ts'
import { visibleText } from '#std/visible-text.ts'

/** What topics are made of besides the brand: the Context Library, searches without an article, gaps in AI answers. */
export const topicSources = ['context', 'gsc', 'asv_gaps'] as const
export type TopicSource = (typeof topicSources)[number]

/** Who may not read a source elsewhere does not read it here. */
const scopeOf = {
  context: 'content:read',
  gsc: 'analytics:read',
  asv_gaps: 'asv:read',
} as const satisfies Record<TopicSource, Scope>

/** The sources that a caller with these scopes may read, and the others. */
export function readableSources(sources: readonly TopicSource[], scopes: readonly Scope[]) {
  const isReadable = (source: TopicSource) => scopes.includes(scopeOf[source])
  return { readable: sources.filter(isReadable), unreadable: sources.filter((source) => !isReadable(source)) }
}

export type TopicWish = {
  collectionId: string
  count: number
  seeds: readonly string[]
  sources: readonly TopicSource[]
}

type Place = { organization: Pick<OrganizationFacts, 'id' | 'name'>; now: Date }

const most = { passagesChars: 8000, keywords: 200, searches: 40, gaps: 25 }

/** What a model is told: fixed sentences (generation.md#instructions-are-fixed). */
export const topicRules = [
  'Propose subjects for articles of the organization that "brand" describes, for its readers, in the language of "locale".',
  'Each topic has a working title, the primary keyword that somebody would search for, in two to four words, and in "angle" what the article says that others do not.',
  'Propose "count" topics, each about something else, and none about a keyword of "known". "seeds" are words to begin with.',
  '"searches" are queries that show the website without an article for them, the most useful first; "gaps" are questions that assistants answer with competitors.',
  'Where a topic closes a gap, "gap" is its number and "angle" answers its question; otherwise "gap" is null.',
]

/** What a model fills in. */
export const topicsForm = z.strictObject({
  topics: z.array(
    z.strictObject({
      topic: z.string(),
      primaryKeyword: z.string(),
      angle: z.string(),
      gap: z.int().nullable(),
    }),
  ),
})

/** What topics are proposed from. `gaps` are in the order of their numbers, which begin with 1; `withoutData`: sources with nothing to say. */
export async function topicMaterial(db: Reader, wish: TopicWish, { organization, now }: Place) {
  const { count, seeds, sources } = wish
  const { locale, brand } = await getSettings(db)
  const { collection } = await groundFor(db, wish.collectionId)
  const phrase = seeds[0] ?? brand.name ?? ''
  const query = [...seeds, brand.name ?? '', brand.description ?? ''].join('\n')
  const around = { locale, collectionId: collection.id, maxChars: most.passagesChars, now }
  const has = (source: TopicSource) => sources.includes(source)
  const passages = has('context') ? await contextFor(db, { query, phrase, ...around }) : []
  const searches = has('gsc') ? await searchedQueries(db, { limit: most.searches, isOpen: true }) : []
  const gaps = has('asv_gaps') ? await openGaps(db, { organization, now }) : []
  const found = { context: true, gsc: searches.length > 0, asv_gaps: gaps.length > 0 }
  return {
    collection,
    gaps,
    withoutData: sources.filter((source) => !found[source]),
    asked: {
      count,
      seeds,
      locale,
      brand: { name: brand.name, description: brand.description, audience: brand.audience },
      collection: { name: collection.name, kind: collection.kind },
      known: await recentKeywords(db, most.keywords),
    },
    quoted: {
      contextPassages: passages.map(({ entry, text }) => ({
        kind: entry.kind,
        untrusted: {
          title: visibleText(entry.title),
          text: visibleText(text),
          source: entry.url ?? 'context_library',
          fetchedAt: iso(entry.fetchedAt ?? entry.updatedAt),
        },
      })),
      searches: searches.map(({ query: words, impressions }) => ({ query: visibleText(words), impressions })),
      gaps: gaps.map(({ untrusted, kind, competitors }, at) => ({
        gap: at + 1,
        question: visibleText(untrusted.prompt),
        kind,
        named: competitors.map(({ name }) => visibleText(name)),
      })),
    },
  }
}

/** Gaps that no topic is meant to close yet, each question once, the widest first. */
async function openGaps(db: Reader, { organization, now }: Place) {
  const brands = await readBrands(db, organization)
  const gaps = await findGaps(db, { brands, now, kinds: gapKinds })
  const open = gaps.filter(({ topicId }) => topicId === null)
  return [...new Map(open.toReversed().map((gap) => [gap.promptId, gap])).values()].toReversed().slice(0, most.gaps)
}
