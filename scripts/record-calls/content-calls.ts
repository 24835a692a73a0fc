import { type DemoItem, readItems } from './items.ts'
import { makeImages } from './media-calls.ts'
import { callOperation } from './operation-calls.ts'
import { makeCollections, makeSettings, makeTerms } from './organization-calls.ts'
import type { Scene } from './scene.ts'

/** Fills the organization: settings, collections, terms, authors, images, items, library entries and topics. */
export async function makeContent(scene: Scene): Promise<void> {
  await makeSettings(scene)
  await makeCollections(scene)
  await makeTerms(scene)
  await makeImages(scene)
  await makeItems(scene)
  await makeLibrary(scene)
  await makeTopics(scene)
}

async function makeItems(scene: Scene): Promise<void> {
  const { owner, ids } = scene
  for (const item of readItems()) {
    const { item: made } = await owner.result('createItem', inputOf(item, scene), { confirm: true })
    ids.set(`item ${item.name}`, made.id)
  }
  await callOperation(
    scene,
    'createItem',
    {
      collectionId: ids.get('collection articles'),
      title: 'An item with everything',
      slug: 'everything',
      content:
        '## Section\n\nWords with [a link](/articles/five-knots) and ![a quay](https://images.example.org/q.png).',
      h1: 'Everything',
      tldr: 'All fields.',
      excerpt: 'Every field has a value.',
      seoTitle: 'Everything in one item',
      metaDescription: 'An item of which every field that a call can set has a value, to be seen in every answer.',
      canonicalUrl: 'https://elsewhere.example/everything',
      canonicalReason: 'syndicated',
      primaryKeyword: 'everything',
      secondaryKeywords: ['all', 'whole'],
      ogTitle: 'OG',
      ogDescription: 'OG words',
      ogImageId: ids.get('media quay'),
      twitterTitle: 'T',
      twitterDescription: 'T words',
      schemaJsonLd: { '@context': 'https://schema.org', '@type': 'Article', headline: 'Everything' },
      relatedArticles: [ids.get('item five-knots'), ids.get('item tide-tables')],
      internalLinkSuggestions: [
        { anchor: 'knots', targetItemId: ids.get('item five-knots'), reason: 'Named in the text' },
        { anchor: 'tides', url: 'https://tides.example/', state: 'dismissed' },
      ],
      featuredImageId: ids.get('media buoy'),
      authorIds: [ids.get('author Ada Quill'), ids.get('author Cleo Mast')],
      categoryIds: [ids.get('category Ropes')],
      tagIds: [ids.get('tag Safety'), ids.get('tag Weather')],
      faq: [{ question: 'Everything?', answer: 'Yes, *everything*.' }],
      robots: { noindex: false, nofollow: false },
      customFields: { anything: [1, 'two', { three: true }] },
      articleType: 'log_entry',
      writingStyle: 'terse',
      comparisonScreenshots: [
        {
          sectionHeading: 'Section',
          competitorName: 'Rival',
          sourceUrl: 'https://rival.example/',
          screenshotUrl: 'https://images.example.org/rival.png',
          capturedAt: '2024-05-01T00:00:00Z',
          status: 'failed',
        },
      ],
      externalUrl: 'https://old.example/everything',
      status: 'published',
      publishAt: '2024-02-01T08:00:00Z',
    },
    { foreign: true, other: { collectionId: 'articles', title: 'Another' } },
  ).then(({ item }) => ids.set('item everything', item.id))
}

async function makeLibrary(scene: Scene): Promise<void> {
  const { owner, ids } = scene
  const { entry } = await callOperation(
    scene,
    'createContextEntry',
    {
      kind: 'brand_voice',
      title: 'How we sound',
      body: 'Short sentences. No exclamation marks.\n\nWe say "boat", never "vessel".',
      tags: ['voice', 'style'],
      pinned: true,
      collections: [ids.get('collection articles')],
    },
    { foreign: true, other: { kind: 'fact', title: 'Other', body: 'Words.' } },
  )
  ids.set('entry voice', entry.id)
  for (const [name, given] of Object.entries(entries))
    ids.set(`entry ${name}`, (await owner.result('createContextEntry', given)).entry.id)
}

async function makeTopics(scene: Scene): Promise<void> {
  const { owner, ids } = scene
  const collectionPresetId = ids.get('collection articles')
  const { topic } = await callOperation(
    scene,
    'createBlogTopic',
    {
      topic: 'Lights of small harbours',
      primaryKeyword: 'harbour lights',
      angle: 'What the colours say',
      collectionPresetId,
      articleType: 'guide',
      writingStyle: 'terse',
      customInstructions: 'Name the buoys.',
    },
    {
      foreign: true,
      other: { topic: 'Other', primaryKeyword: 'other', angle: 'Another angle', collectionPresetId },
    },
  )
  ids.set('topic lights', topic.id)
  for (const [name, keyword] of [
    ['ropes', 'mooring ropes'],
    ['buoys', 'buoys and marks'],
    ['fog', 'sailing in fog'],
    ['rejected', 'yacht prices'],
    ['deleted', 'boat names'],
  ] as const) {
    const input = { topic: `About ${name}`, primaryKeyword: keyword, angle: 'Plainly', collectionPresetId: 'articles' }
    ids.set(`topic ${name}`, (await owner.result('createBlogTopic', input)).topic.id)
  }
}

const entries = {
  product: {
    kind: 'product',
    title: 'The harbour clock',
    body: 'Shows tides. Costs 90 EUR.',
    url: 'https://clock.example/',
  },
  persona: { kind: 'persona', title: 'Weekend sailor', body: 'Sails from May to September, owns eight metres.' },
  fact: { kind: 'fact', title: 'Tidal range', body: 'The range at the harbour is 3.2 metres.', tags: ['tides'] },
  old: { kind: 'fact', title: 'Old price', body: 'It cost 80 EUR.', validUntil: '2024-12-31T00:00:00Z' },
  competitor: { kind: 'competitor', title: 'Big Box', body: 'Sells big boxes. Their ropes are blue.' },
  rule: { kind: 'style_rule', title: 'Numbers', body: 'Write numbers up to twelve as words.', pinned: true },
  source: { kind: 'source', title: 'Coast guard', body: 'Rules for small craft.', url: 'https://coastguard.example/' },
  term: { kind: 'glossary', title: 'Fairlead', body: 'A smooth hole for a rope.' },
  deleted: { kind: 'fact', title: 'Wrong', body: 'The moon has no tides.' },
}

/** What `createItem` takes for an item of the demonstration content. */
function inputOf({ collection, categories, tags, authors, scheduledIn, fields }: DemoItem, { ids }: Scene) {
  const named = (kind: string, names: string[] | undefined) => names?.map((name) => ids.get(`${kind} ${name}`))
  const lists = {
    categoryIds: named('category', categories),
    tagIds: named('tag', tags),
    authorIds: named('author', authors),
  }
  return {
    collectionId: ids.get(`collection ${collection}`),
    ...fields,
    ...Object.fromEntries(Object.entries(lists).filter(([, list]) => list !== undefined)),
    ...(scheduledIn === undefined ? {} : { status: 'scheduled', publishAt: inDays(scheduledIn) }),
  }
}

/** Noon of the day so many days from today. */
export function inDays(days: number): string {
  return `${dayIn(days)}T12:00:00Z`
}

/** The date so many days from today. */
export function dayIn(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}
