import { createHash } from 'node:crypto'

import { type DemoItem, readItems } from './items.ts'
import { callOperation } from './operation-calls.ts'
import { pictureOf } from './pictures.ts'
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

async function makeSettings(scene: Scene): Promise<void> {
  await callOperation(
    scene,
    'updateOrganizationSettings',
    {
      siteUrl: 'https://www.harbour.example',
      timezone: 'Europe/Copenhagen',
      locale: 'en-GB',
      brand: {
        name: 'Harbour Press',
        aliases: ['The Press'],
        domains: ['harbour.example'],
        description: 'A magazine for small boats.',
        audience: 'People who sail at weekends.',
        competitorsSeed: ['Northrope', 'Big Box'],
      },
      defaults: { publishTime: '09:30', articleType: 'guide' },
      presets: { articleTypes: ['log_entry'], writingStyles: ['terse'] },
      exposeUnpublished: true,
      notificationRoutes: { published: 'email' },
    },
    { other: { name: 'Another name' } },
  )
  await callOperation(
    scene,
    'updateProfile',
    { displayName: 'Ada Quill', timezone: 'Europe/Copenhagen' },
    {
      other: { locale: 'da' },
    },
  )
}

async function makeCollections(scene: Scene): Promise<void> {
  const { owner, ids } = scene
  const listed = await callOperation(scene, 'listCollections', { includeDisabled: true })
  for (const { id, slug } of listed.items) ids.set(`collection ${slug}`, id)
  const { collection } = await callOperation(
    scene,
    'createCollection',
    {
      name: 'Recipes',
      slug: 'recipes',
      kind: 'custom',
      urlTemplate: '/kitchen/{slug}',
      fieldsSchema: {
        type: 'object',
        properties: { minutes: { type: 'integer', minimum: 1 }, portions: { type: 'integer' } },
        required: ['minutes'],
      },
    },
    { other: { name: 'Others', slug: 'others', kind: 'custom' } },
  )
  ids.set('collection recipes', collection.id)
  await callOperation(
    scene,
    'updateCollection',
    { collectionId: ids.get('collection glossary'), enabled: true, name: 'Glossary of the harbour' },
    { foreign: true, other: { collectionId: ids.get('collection docs'), enabled: false } },
  )
  for (const slug of ['comparisons', 'docs', 'landing'])
    await owner.result('updateCollection', { collectionId: ids.get(`collection ${slug}`), enabled: true })
}

async function makeTerms(scene: Scene): Promise<void> {
  const { owner, ids } = scene
  const rope = await callOperation(
    scene,
    'createTaxonomyTerm',
    { taxonomy: 'category', name: 'Ropes', description: 'What holds a boat.' },
    { other: { taxonomy: 'tag', name: 'Ropes' } },
  )
  ids.set('category Ropes', rope.term.id)
  for (const name of ['Seamanship', 'Life aboard', 'Unused'])
    ids.set(`category ${name}`, (await owner.result('createTaxonomyTerm', { taxonomy: 'category', name })).term.id)
  for (const name of ['Beginners', 'Safety', 'Tides', 'Weather', 'Cooking', 'Logbook', 'Größe', 'Merged'])
    ids.set(`tag ${name}`, (await owner.result('createTaxonomyTerm', { taxonomy: 'tag', name })).term.id)

  const collectionId = ids.get('collection articles')
  const ada = await callOperation(
    scene,
    'createAuthor',
    {
      collectionId,
      name: 'Ada Quill',
      bio: 'Writes, **sails**, mends.',
      socialLinks: { website: 'https://ada.example/' },
    },
    { foreign: true, other: { collectionId, name: 'Somebody else' } },
  )
  ids.set('author Ada Quill', ada.author.id)
  for (const name of ['Ben Harrow', 'Cleo Mast', 'Gone Tomorrow'])
    ids.set(`author ${name}`, (await owner.result('createAuthor', { collectionId, name })).author.id)
}

async function makeImages(scene: Scene): Promise<void> {
  const { owner, ids } = scene
  const first = await pictureOf(96, 64)
  const announced = announcedAs(first, 'quay.png')
  const { mediaId, uploadUrl } = await callOperation(scene, 'createMediaUpload', announced, {
    other: announcedAs(await pictureOf(10, 10), 'other.png'),
  })
  await sendUpload(scene, uploadUrl, first)
  await callOperation(
    scene,
    'completeMediaUpload',
    { mediaId, alt: 'A quay', title: 'Quay' },
    { foreign: true, other: { mediaId } },
  )
  ids.set('media quay', mediaId)
  for (const [name, width, height] of [
    ['mast', 40, 80],
    ['buoy', 64, 64],
    ['wreck', 33, 21],
  ] as const)
    ids.set(`media ${name}`, await newImage(scene, name, await pictureOf(width, height)))
  await callOperation(
    scene,
    'updateMedia',
    { mediaId, alt: 'A quay at low water', description: 'Seen from a dinghy' },
    { foreign: true, other: { mediaId, title: null } },
  )
  await callOperation(
    scene,
    'setAvatar',
    { target: 'author', authorId: ids.get('author Ada Quill'), mediaId: ids.get('media mast') },
    { foreign: true, other: { target: 'profile', mediaId: ids.get('media mast') } },
  )
  await owner.result('setAvatar', { target: 'profile', mediaId: ids.get('media buoy') })
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

/** What is announced of bytes. */
export function announcedAs(bytes: Buffer, filename: string, mime = 'image/png') {
  return { filename, mime, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** Sends the bytes of an upload to its address. */
export async function sendUpload({ recorder }: Scene, uploadUrl: string, bytes: Buffer): Promise<void> {
  await recorder.record(new URL(uploadUrl).pathname, { method: 'PUT', body: new Uint8Array(bytes) }, 'an upload')
}

/** The id of a new image. */
export async function newImage(scene: Scene, name: string, bytes: Buffer): Promise<string> {
  const { mediaId, uploadUrl } = await scene.owner.result('createMediaUpload', announcedAs(bytes, `${name}.png`))
  await sendUpload(scene, uploadUrl, bytes)
  return (await scene.owner.result('completeMediaUpload', { mediaId, alt: name })).media.id
}
