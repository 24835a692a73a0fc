import { expect, test } from 'vitest'

import { countWarnings, itemChecks } from '#areas/checks/index.ts'
import { createCollection } from '#areas/collections/operations/create-collection.ts'
import { updateCollection } from '#areas/collections/operations/update-collection.ts'
import { createItem } from '#areas/content/operations/create-item.ts'
import { linkTargets } from '#areas/generation/link-targets.ts'
import { textOfTemplate } from '#areas/integrations/chat-templates.ts'
import { findItem, readSurroundings } from '#areas/items/index.ts'
import { readFacts } from '#areas/onboarding/facts.ts'
import { itemsOfPages } from '#areas/search-console/items-of-pages.ts'
import { followAddress } from '#areas/seo/follow-address.ts'
import { itemsByUrl } from '#areas/site-audit/pages/own-items.ts'
import { listPublications } from '#areas/visibility/metrics/publications.ts'
import { unansweredPrompts } from '#areas/visibility/metrics/unanswered-prompts.ts'
import type { PrepareCtx } from '#kernel/context.ts'
import type { Reader } from '#kernel/database.ts'
import { stage } from '#test/stage.ts'

const baseUrl = 'https://masthead.test'
const url = 'https://news.example/tides'
const shared = { primaryKeyword: 'harbour tides', metaDescription: 'When the water comes and goes.' }

/** An organization with one published item, which is in a collection of its own, and how that collection is switched. */
async function withNews() {
  const on = await stage()
  const { collection } = await on.call(createCollection, { name: 'News', slug: 'news', kind: 'custom' })
  const { item } = await on.call(
    createItem,
    {
      collectionId: collection.id,
      title: 'Harbour tides',
      status: 'published',
      canonicalUrl: url,
      content: 'Read [the other one](/articles/boats).',
      ...shared,
    },
    { confirm: true },
  )
  const { item: other } = await on.call(createItem, {
    collectionId: 'articles',
    title: 'Boats',
    slug: 'boats',
    content: 'Read of [tides](/news/harbour-tides).',
    canonicalUrl: url,
    relatedArticles: [item.id],
    ...shared,
  })
  const enable = (enabled: boolean) => on.call(updateCollection, { collectionId: collection.id, enabled })
  return { on, id: item.id, otherId: other.id, enable }
}

type At = Awaited<ReturnType<typeof withNews>>

/** What the rules find in the draft that links to the item and shares its texts, once it is published. */
async function warningsOf(db: Reader, { otherId }: At) {
  const row = { ...(await findItem(db, { id: otherId })), status: 'published', effective_status: 'published' } as const
  return itemChecks.warningsOf(db, { row, ...(await readSurroundings(db)) })
}

const hasCode = async (db: Reader, at: At, code: string) => (await warningsOf(db, at)).some((one) => one.code === code)

/** Whether what is read of the organization speaks of the item as public. */
const readers: Record<string, (db: Reader, at: At) => Promise<boolean>> = {
  async 'messages in chats'(db, { on: { access } }) {
    const ctx = { baseUrl, access, now: new Date() } as unknown as PrepareCtx
    return (await textOfTemplate(ctx, db, 'published')).includes('Harbour tides')
  },
  async 'the digest in chats'(db, { on: { access } }) {
    const ctx = { baseUrl, access, now: new Date() } as unknown as PrepareCtx
    return (await textOfTemplate(ctx, db, 'digest')).includes('1 published')
  },
  async 'targets of links'(db, { on: { access } }) {
    const wanted = { words: ['tides'], siteUrl: null, except: null, limit: 5 }
    return (await linkTargets({ db, access, baseUrl }, wanted)).length === 1
  },
  async 'pages of searches'(db) {
    return (await itemsOfPages(db, [url])).size === 1
  },
  async 'pages of an audit'(db, { on: { access }, id }) {
    const place = { baseUrl, organizationId: access.organization.id, hosts: new Set(['news.example']) }
    return [...(await itemsByUrl(db, place)).values()].some((page) => page.id === id && page.isPublished)
  },
  async 'publications next to answers'(db) {
    const [from, until] = [new Date(Date.now() - 86_400_000), new Date(Date.now() + 86_400_000)]
    return (await listPublications(db, { from, until })).length === 1
  },
  async 'prompts that content answers'(db) {
    const prompt = { id: 'p', text: 'harbour tides', locale: 'en' } as never
    return (await unansweredPrompts(db, [prompt])).size === 0
  },
  async 'addresses that are followed'(db, { on: { access } }) {
    const { outcome } = await followAddress(
      { db, baseUrl, organizationId: access.organization.id },
      '/news/harbour-tides',
    )
    return outcome === 'article'
  },
  async 'the first steps'(db, { id }) {
    return (await readFacts(db)).publishedItemId === id
  },
  async 'the links of an item'(db, { otherId }) {
    const row = await findItem(db, { id: otherId })
    const { outgoing } = await itemChecks.linksOf(db, { row, ...(await readSurroundings(db)) })
    return outgoing[0]?.state === 'live'
  },
  'the rule of links': async (db, at) => !(await hasCode(db, at, 'internal_link_to_draft')),
  'the rule of related articles': async (db, at) => !(await hasCode(db, at, 'related_unpublished')),
  'the rule of canonical addresses': async (db, at) => hasCode(db, at, 'canonical_shared'),
  'the rule of descriptions': async (db, at) => hasCode(db, at, 'meta_description_duplicate'),
  'the rule of pages without links': async (db, at) => !(await hasCode(db, at, 'orphan_page')),
  async 'the rule of keywords'(db, at) {
    return (await warningsOf(db, at)).some(({ code, severity }) => code === 'keyword_duplicate' && severity === 'error')
  },
  async 'counts of warnings'(db) {
    return (await countWarnings(db, { found: new Map(), faults: [] })).some(({ live }) => live > 0)
  },
}

test.each(Object.entries(readers))('what is in a closed collection is not public for %s', async (_name, isPublic) => {
  const at = await withNews()
  const look = () => at.on.rows(({ db }) => isPublic(db, at))
  expect(await look()).toBe(true)

  await at.enable(false)

  expect(await look()).toBe(false)
})
