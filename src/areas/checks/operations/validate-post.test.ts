import { expect, test } from 'vitest'

import { createCollection } from '#areas/collections/operations/create-collection.ts'
import { updateCollection } from '#areas/collections/operations/update-collection.ts'
import { createItem } from '#areas/content/operations/create-item.ts'
import { deleteItem } from '#areas/content/operations/delete-item.ts'
import { getItem } from '#areas/content/operations/get-item.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import { createRedirect } from '#areas/seo/operations/create-redirect.ts'
import { createTaxonomyTerm } from '#areas/taxonomies/operations/create-taxonomy-term.ts'
import { type ItemId } from '#kernel/ids.ts'
import { wordsOf } from '#std/test-texts.ts'
import { fingerprint } from '#test/fingerprint.ts'
import { stage } from '#test/stage.ts'

import { validatePost } from './validate-post.ts'

const collectionId = 'articles' as never
const confirm = { confirm: true }
type Stage = Awaited<ReturnType<typeof stage>>

async function published(on: Stage, title: string, fields: object = {}): Promise<ItemId> {
  const { item } = await on.call(createItem, { collectionId, title, status: 'published', ...fields }, confirm)
  return item.id
}

async function codesOf(on: Stage, id: ItemId, draftPatch?: object) {
  const { publishingWarnings } = await on.call(validatePost, {
    id,
    ...(draftPatch === undefined ? {} : { draftPatch }),
  })
  return new Map(publishingWarnings.map((warning) => [warning.code, warning]))
}

test('a check changes nothing, and counts what it gives', async () => {
  const on = await stage()
  const id = await published(on, 'How to choose a CRM')
  const before = await fingerprint(on)

  const { publishingWarnings, summary, score } = await on.call(validatePost, { id })

  expect(publishingWarnings.map(({ code }) => code)).toContain('primary_keyword_missing')
  expect(summary.errors + summary.warnings + summary.notices).toBe(publishingWarnings.length)
  expect(score).toBeLessThan(100)
  expect(await fingerprint(on)).toBe(before)
})

test('unsaved changes are checked as if they were saved, the body rendered', async () => {
  const on = await stage()
  const id = await published(on, 'How to choose a CRM', { content: 'Short.', robots: { noindex: true } })

  const now = await codesOf(on, id)
  const then = await codesOf(on, id, {
    primaryKeyword: 'crm',
    robots: { noindex: false },
    h1: 'How to choose a CRM',
    content: `# One\n\n${'word '.repeat(300)}[x](https://else.example)`,
    schemaJsonLd: { '@context': 'https://schema.org', '@type': 'Article' },
  })

  expect([...now.keys()]).toEqual(
    expect.arrayContaining(['primary_keyword_missing', 'noindex_published', 'h1_missing']),
  )
  expect([...then.keys()]).toEqual(expect.arrayContaining(['h1_multiple', 'internal_links_none', 'schema_invalid']))
  for (const code of ['primary_keyword_missing', 'noindex_published', 'h1_missing', 'thin_content'])
    expect(then.has(code)).toBe(false)
  expect((await on.call(getItem, { id })).item).toMatchObject({ primaryKeyword: null, content: 'Short.' })
})

test('an unknown item and an unknown field are refused', async () => {
  const on = await stage()

  await expect(on.call(validatePost, { id: 'itm_none' as never })).rejects.toMatchObject({ code: 'not_found' })
  await expect(
    on.call(validatePost, { id: await published(on, 'A'), draftPatch: { status: 'draft' } as never }),
  ).rejects.toMatchObject({ code: 'validation_failed' })
})

test('links are resolved in the index of the organization: items, drafts, redirects, nothing, pages of the website', async () => {
  const on = await stage()
  await on.call(updateOrganizationSettings, { siteUrl: 'https://site.example', brand: { domains: ['brand.example'] } })
  const live = await published(on, 'Live one')
  await on.call(createItem, { collectionId, title: 'Draft one' })
  const moved = await published(on, 'Old address')
  await on.call(updateItem, { id: moved, slug: 'new-address' })
  const id = await published(on, 'With links', {
    content: [
      '[a](/articles/live-one?x=1#y)',
      '[b](https://www.site.example/articles/draft-one/)',
      '[c](https://brand.example/articles/old-address)',
      '[d](/articles/nothing-there)',
      '[e](/pricing)',
      '[f](https://else.example/articles/nothing-there)',
    ].join(' '),
  })

  const found = await codesOf(on, id)
  const { links } = await on.call(getItem, { id, include: ['links'] })

  expect(found.get('internal_link_broken')?.evidence).toMatchObject({ count: 1, links: [{ anchor: 'd' }] })
  expect(found.get('internal_link_to_draft')).toMatchObject({
    evidence: { count: 1 },
    fix: { operation: 'publishItem' },
  })
  expect(found.get('internal_link_to_redirect')?.evidence).toMatchObject({ links: [{ anchor: 'c', toItemId: moved }] })
  expect(links?.outgoing.map(({ state }) => state)).toEqual([
    'live',
    'draft',
    'redirect',
    'broken',
    'unknown',
    'external',
  ])
  const incoming = (await on.call(getItem, { id: live, include: ['links'] })).links?.incoming
  expect(incoming).toEqual([{ itemId: id, title: 'With links', status: 'published' }])
  expect((await codesOf(on, live)).has('orphan_page')).toBe(false)
  expect((await codesOf(on, id)).has('orphan_page')).toBe(true)
})

test.each([
  ['/blog/{slug}/', '/blog/a-pen/', '/blog/no-pen/'],
  ['/blog/{category}-{slug}', '/blog/new-inks-a-pen', '/blog/new-inks-no-a-pen'],
])('links are resolved where addresses are %s', async (urlTemplate, there, nowhere) => {
  const on = await stage()
  await on.call(updateCollection, { collectionId, urlTemplate })
  const { term } = await on.call(createTaxonomyTerm, { taxonomy: 'category', name: 'New inks' })
  const target = await published(on, 'A pen', { categoryIds: [term.id] })
  const id = await published(on, 'With links', { content: `[a](${there}) [b](${nowhere})` })

  const { links } = await on.call(getItem, { id, include: ['links'] })

  expect(links?.outgoing).toMatchObject([
    { state: 'live', itemId: target },
    { state: 'broken', itemId: null },
  ])
})

test('another item with the same keyword, description or canonical URL is found, and not one in the trash', async () => {
  const on = await stage()
  const same = {
    primaryKeyword: 'Best CRM for startups 2026',
    metaDescription: 'The  same text.',
    canonicalUrl: 'https://site.example/same',
  }
  const first = await published(on, 'One', same)
  const second = await published(on, 'Two', {
    primaryKeyword: 'the best startup CRM',
    metaDescription: 'the same TEXT.',
    canonicalUrl: 'https://SITE.example/same/?utm_source=x',
  })
  const third = await published(on, 'Three', { primaryKeyword: 'other', secondaryKeywords: ['startups best crm'] })

  const shared = ['canonical_shared', 'keyword_duplicate', 'meta_description_duplicate']
  const found = await codesOf(on, second)
  expect([...found.keys()]).toEqual(expect.arrayContaining([...shared, 'keyword_overlap_secondary']))
  expect(found.get('keyword_duplicate')).toMatchObject({
    severity: 'error',
    evidence: { items: [{ id: first, status: 'published' }] },
    fix: { operation: 'consolidateItems', input: { winnerId: first, duplicateIds: [second] } },
  })
  await on.call(updateItem, { id: first, status: 'draft' }, confirm)
  expect((await codesOf(on, second)).get('keyword_duplicate')).toMatchObject({ severity: 'warning' })
  await on.call(deleteItem, { id: first }, confirm)
  await on.call(deleteItem, { id: third }, confirm)
  const after = await codesOf(on, second)

  for (const code of [...shared, 'keyword_overlap_secondary']) expect(after.has(code)).toBe(false)
})

test('the canonical URL is compared with the address on the website, and resolved', async () => {
  const on = await stage()
  await on.call(updateOrganizationSettings, { siteUrl: 'https://site.example' })
  await on.call(createItem, { collectionId, title: 'A draft' })
  await on.call(createRedirect, { fromPath: '/articles/gone', toUrl: 'https://site.example/articles/own' }, confirm)
  const id = await published(on, 'Own')

  const codes = async (canonicalUrl: string) =>
    [...(await codesOf(on, id, { canonicalUrl })).keys()].filter((code) => code.startsWith('canonical'))

  expect(await codes('https://site.example/articles/own/?utm_medium=x')).toEqual([])
  expect(await codes('https://site.example/articles/a-draft')).toEqual([
    'canonical_mismatch',
    'canonical_points_to_draft',
  ])
  expect(await codes('https://site.example/articles/gone')).toEqual([
    'canonical_mismatch',
    'canonical_points_to_redirect',
  ])
  expect(await codes('https://else.example/x')).toEqual(['canonical_mismatch', 'canonical_other_host'])
  expect(await codes('https://site.example/articles/own#part')).toEqual(['canonical_invalid'])
})

test('images and related items are looked up', async () => {
  const on = await stage()
  const image = 'med_0000000000000000000000000a'
  await on.rows(({ db }) =>
    db
      .insertInto('media')
      .values({ id: image, source: 'upload', url: 'https://x.example/a.webp', width: 800 })
      .execute(),
  )
  const { item: draft } = await on.call(createItem, { collectionId, title: 'Hidden' })
  const id = await published(on, 'Own', { featuredImageId: image, relatedArticles: [draft.id] })

  const found = await codesOf(on, id)

  expect(found.get('featured_image_small')?.evidence).toMatchObject({ width: 800 })
  expect(found.get('image_alt_missing')?.evidence).toMatchObject({ featuredImageId: image, count: 1 })
  expect(found.get('related_unpublished')?.fix).toEqual({ operation: 'updateItem', input: { id, relatedArticles: [] } })
})

test('two organizations do not see each other', async () => {
  const [one, two] = [await stage(), await stage()]
  await published(one, 'One', {
    primaryKeyword: 'crm',
    metaDescription: 'Same.',
    canonicalUrl: 'https://site.example/x',
  })
  const id = await published(two, 'Two', {
    primaryKeyword: 'crm',
    metaDescription: 'Same.',
    canonicalUrl: 'https://site.example/x',
  })

  const found = await codesOf(two, id)

  for (const code of ['canonical_shared', 'keyword_duplicate', 'meta_description_duplicate'])
    expect(found.has(code)).toBe(false)
})

test('an item with half a character at the end of a cut, and with %00 in a link, is published and checked', async () => {
  const on = await stage()
  const content = `${'x'.repeat(299)}🦊 and more of it. [a](/articles/a%00b) [b](/articles/${'%00'})`

  const id = await published(on, 'Foxes', { primaryKeyword: 'foxes', content })

  const codes = await codesOf(on, id)
  expect(codes.get('internal_link_broken')).toMatchObject({
    evidence: { links: [{ href: '/articles/a%00b' }, { href: '/articles/%00' }] },
  })
  expect(codes.get('keyword_not_in_intro')).toMatchObject({
    evidence: { paragraph: expect.stringMatching(/x🦊$/u) },
  })
})

test('a copy is found by its code and captions too, stored or not saved yet', async () => {
  const on = await stage()
  const content = `${wordsOf(150, 1)}\n\n\`\`\`\n${wordsOf(150, 2)}\n\`\`\``
  await published(on, 'The original', { content })
  const id = await published(on, 'Something else', { content })
  const other = await published(on, 'Quite another thing')

  for (const codes of [await codesOf(on, id), await codesOf(on, other, { content })])
    expect(codes.get('near_duplicate_body')).toMatchObject({ severity: 'error' })
})

test('bodies of a series are near duplicates from 0.85 on', async () => {
  const on = await stage()
  const frame = wordsOf(300, 1)
  await published(on, 'Announcing Acme 1.1.0', { content: `${frame} ${wordsOf(30, 2)}` })
  const series = await published(on, 'Announcing Acme 1.2.0', { content: `${frame} ${wordsOf(30, 3)}` })
  const other = await published(on, 'Something else', { content: `${frame} ${wordsOf(30, 4)}` })

  expect((await codesOf(on, other)).get('near_duplicate_body')).toMatchObject({ evidence: { count: 2 } })
  expect((await codesOf(on, series)).get('near_duplicate_body')).toMatchObject({
    evidence: { items: [{ id: other }], count: 1 },
  })
})

test('a link through a redirect is none to nowhere, whatever the spelling of its path', async () => {
  const on = await stage()
  await on.call(createRedirect, { fromPath: '/articles/größe/', toUrl: 'https://else.example/size' }, confirm)
  const id = await published(on, 'Sizes', {
    content: '[a](/articles/größe) [b](/articles/gr%C3%B6%C3%9Fe/) [c](/articles/none)',
  })

  const codes = await codesOf(on, id)

  expect(codes.get('internal_link_broken')).toMatchObject({ evidence: { count: 1 } })
  expect(codes.get('internal_link_to_redirect')).toMatchObject({ evidence: { count: 2 } })
})

test('who links to an item is told alike, through redirects and own addresses, not by a canonical URL elsewhere', async () => {
  const on = await stage()
  await on.call(updateOrganizationSettings, { siteUrl: 'https://site.example' })
  const id = await published(on, 'Linked', { slug: 'linked' })
  const elsewhere = await published(on, 'Elsewhere', { canonicalUrl: 'https://old.example/?p=12' })
  await on.call(createRedirect, { fromPath: '/old', toItemId: id }, confirm)
  const from = await published(on, 'From', { content: '[a](/old) [b](/)' })

  expect((await codesOf(on, id)).has('orphan_page')).toBe(false)
  const { links } = await on.call(getItem, { id, include: ['links'] })
  expect(links?.incoming).toEqual([{ itemId: from, title: 'From', status: 'published' }])
  expect((await codesOf(on, elsewhere)).has('orphan_page')).toBe(true)
})

test('two items of two collections at one path are named to each other, in the answer of what publishes one, too', async () => {
  const on = await stage()
  const { collection } = await on.call(createCollection, { name: 'News', slug: 'news', kind: 'custom' })
  const first = await published(on, 'Tides', { slug: 'tides' })
  const made = { collectionId: collection.id, title: 'More tides', slug: 'tides', status: 'published' } as const
  const { item: second } = await on.call(createItem, made, confirm)
  expect([...(await codesOf(on, first)).keys()]).not.toContain('address_shared')
  const template = (urlTemplate: string) => on.call(updateCollection, { collectionId: collection.id, urlTemplate })

  await template('/articles/{slug}')
  const codes = async () =>
    [await codesOf(on, first), await codesOf(on, second.id)].map((all) => all.get('address_shared'))
  const { publishingWarnings } = await on.call(updateItem, { id: second.id, title: 'Other tides' }, confirm)

  expect((await codes()).map((warning) => warning?.evidence)).toMatchObject([
    { items: [{ id: second.id }], count: 1 },
    { items: [{ id: first }], count: 1 },
  ])
  expect(publishingWarnings?.map(({ code }) => code)).toContain('address_shared')
  await on.call(updateItem, { id: second.id, slug: 'other-tides' }, confirm)
  expect(await codes()).toEqual([undefined, undefined])
})

test('two items of one collection at one path are named to each other, where the category is in the segment of the slug', async () => {
  const on = await stage()
  await on.call(updateCollection, { collectionId, urlTemplate: '/{category}-{slug}' })
  const inCategory = async (name: string, slug: string) => {
    const { term } = await on.call(createTaxonomyTerm, { taxonomy: 'category', name })
    return published(on, `${name}, ${slug}`, { slug, categoryIds: [term.id] })
  }

  const first = await inCategory('Deep', 'sea-fish')
  const second = await inCategory('Deep sea', 'fish')

  const warnings = [await codesOf(on, first), await codesOf(on, second)].map((all) => all.get('address_shared'))
  expect(warnings.map((warning) => warning?.evidence)).toMatchObject([
    { items: [{ id: second }], count: 1 },
    { items: [{ id: first }], count: 1 },
  ])
})
