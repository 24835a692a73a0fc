import { describe, expect, test } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { deleteItem } from '#areas/content/operations/delete-item.ts'
import { getItem } from '#areas/content/operations/get-item.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { setConnectorSecret } from '#areas/integrations/operations/set-connector-secret.ts'
import { setContentMode } from '#areas/integrations/operations/set-content-mode.ts'
import { updateMedia } from '#areas/media/operations/update-media.ts'
import { publishItem } from '#areas/publishing/operations/publish-item.ts'
import { unpublishItem } from '#areas/publishing/operations/unpublish-item.ts'
import { createTaxonomyTerm } from '#areas/taxonomies/operations/create-taxonomy-term.ts'
import { jobs } from '#catalog/jobs.ts'
import { newImage, newPicture } from '#test/pictures.ts'
import { sharedParts } from '#test/shared-parts.ts'
import { type Stage, stage } from '#test/stage.ts'

import { realServices, type ReadCopy, type RealService } from './services.ts'

const articles = 20
const confirmed = { confirm: true }

describe.each(realServices)('a real $name', (service) => {
  test('has twenty articles whole, follows their edits, and loses them when they go', async () => {
    const { on, run, published } = await connected(service)
    const terms = await newTerms(on)
    const made: Article[] = []
    for (let n = 0; n < articles; n++) made.push(await newArticle(on, { n, terms, service }))
    await run(async () => (await setMode(on, service)).jobId)

    for (const article of made) {
      const { external, item } = await published(article.id)
      expect(item).toMatchObject({ externalState: 'synced', publishError: null })
      expect(external).toMatchObject({ metaNotPersisted: [], drift: [] })
      expect(comparable(await service.read(item.externalId ?? ''))).toEqual(comparable(article.expected))
    }
    expect((await service.titles()).filter((title) => title.startsWith('Tide & “wind”'))).toHaveLength(articles)

    const edits = { excerpt: null, ogTitle: null, tagIds: terms.tags.slice(0, 1).map(({ id }) => id) }
    for (const [n, article] of made.entries()) {
      const title = `Ebb & “flow” ${n} <b>`
      await run(async () => (await on.call(updateItem, { id: article.id, title, ...edits }, confirmed)).jobId)
      const { item } = await published(article.id)
      const { expected } = article
      const shown = terms.tags.slice(0, 1).map(({ slug }) => slug)
      const tags = service.hasCategories ? shown : [...categoriesOf(terms, n), ...shown].toSorted()
      expect(comparable(await service.read(item.externalId ?? ''))).toEqual(
        comparable({ ...expected, title, excerpt: '', ogTitle: '', tags }),
      )
    }

    for (const { id } of made.slice(0, 10))
      await run(async () => (await on.call(unpublishItem, { id }, confirmed)).jobId)
    for (const { id, expected } of made.slice(0, 10)) {
      const { item } = await published(id)
      expect(await service.read(item.externalId ?? '')).toMatchObject({ state: 'draft', slug: expected.slug })
    }
    await run(async () => (await on.call(publishItem, { id: made[0]?.id ?? '' }, confirmed)).jobId)
    const again = (await published(made[0]?.id ?? '')).item.externalId ?? ''
    expect(await service.read(again)).toMatchObject({ state: 'published', slug: made[0]?.expected.slug })

    for (const { id } of made) {
      const externalId = (await published(id)).item.externalId ?? ''
      await run(async () => (await on.call(deleteItem, { id, permanent: true }, confirmed)).jobId)
      expect(await service.read(externalId)).toMatchObject({ state: 'gone' })
    }
    expect((await service.titles()).filter((title) => title.startsWith('Ebb'))).toEqual([])
  })
})

type Terms = Record<'categories' | 'tags', { id: `cat_${string}` | `tag_${string}`; slug: string }[]>
type Article = { id: string; expected: ReadCopy }

/** An organization that is connected to the service, and still read through the Content API. */
async function connected(service: RealService) {
  const on = await stage({ debounceMs: 0 })
  const { outbound } = await sharedParts()
  await on.call(setConnectorSecret, service.given, { ...confirmed, ...on.inPerson({ elevated: true }) })
  const runner = on.jobRunner(jobs, { fetch: outbound.fetch })
  /** Calls, and runs the job that the call started to its end. */
  const run = async (call: () => Promise<string | null>) => {
    const jobId = (await call()) ?? ''
    expect(await on.runJob(runner, jobId)).toBe('ended')
  }
  const published = async (id: string) => {
    const { item, external } = await on.call(getItem, { id })
    return { item, external }
  }
  return { on, run, published }
}

const setMode = (on: Stage, { mode }: RealService) =>
  on.call(setContentMode, { mode, migrate: 'push_published' }, confirmed)

async function newTerms(on: Stage): Promise<Terms> {
  const stamp = Date.now().toString(36)
  const make = (taxonomy: 'category' | 'tag', names: readonly string[]) =>
    Promise.all(
      names.map(async (name) => {
        const { term } = await on.call(createTaxonomyTerm, { taxonomy, name: `${name} ${stamp}` })
        return { id: term.id as Terms['tags'][number]['id'], slug: term.slug }
      }),
    )
  return {
    categories: await make('category', ['Weather & sea', 'Harbours', 'Ähren']),
    tags: await make('tag', ['Moon', 'Current', 'Storm', 'Café']),
  }
}

// Each article has another number of terms: none, one, or more.
const categoriesOf = ({ categories }: Terms, n: number) => categories.slice(0, (n % 3) + 1).map(({ slug }) => slug)
const tagsOf = ({ tags }: Terms, n: number) => tags.slice(n % 5).map(({ slug }) => slug)

async function newArticle(
  on: Stage,
  { n, terms, service }: { n: number; terms: Terms; service: RealService },
): Promise<Article> {
  const alt = `The sea & its “colour” ${n}`
  const image = await newImage(on, await newPicture(320 + n, 200))
  await on.call(updateMedia, { mediaId: image.id, alt })
  const slug = `tide-and-wind-${service.mode}-${Date.now().toString(36)}-${n}`
  const words = {
    excerpt: `What tide & wind “do” in the year ${1900 + n}.`,
    seoTitle: `Tide, wind & you ${n}`,
    metaDescription: `Why the sea rises ${n} times < you think.`,
    canonicalUrl: `https://www.example.com/tides/${n}?a=1&b=2`,
    ogTitle: `Shared: tide ${n}`,
    ogDescription: `Shared words & more ${n}`,
    twitterTitle: `Posted: tide ${n}`,
    twitterDescription: `Posted words & more ${n}`,
  }
  const at = `2024-0${(n % 9) + 1}-1${n % 10}T06:07:08.000Z`
  const title = `Tide & “wind” ${n} über alles`
  const ids = (some: Terms['tags'], slugs: readonly string[]) =>
    some.filter((term) => slugs.includes(term.slug)).map(({ id }) => id)
  const { item } = await on.call(
    createItem,
    {
      collectionId: 'articles',
      title,
      slug,
      content: `## Part ${n}\n\nText with *emphasis*, a [link](https://www.example.com/?a=1&b=${n}) & more.\n\n- First\n- Second\n\n\`\`\`ts\nconst a = 1 < ${n}\n\`\`\`\n\n| A | B |\n| --- | --- |\n| 1 | ${n} |\n`,
      ...words,
      featuredImageId: image.id as `med_${string}`,
      categoryIds: ids(terms.categories, categoriesOf(terms, n)) as `cat_${string}`[],
      tagIds: ids(terms.tags, tagsOf(terms, n)) as `tag_${string}`[],
      status: 'published',
      publishAt: at,
    },
    confirmed,
  )
  const categories = categoriesOf(terms, n)
  const tags = tagsOf(terms, n)
  return {
    id: item.id,
    expected: {
      state: 'published',
      title,
      slug,
      html: `Part ${n} Text with emphasis, a link & more. First Second const a = 1 < ${n} A B 1 ${n}`,
      categories: service.hasCategories ? categories.toSorted() : [],
      tags: (service.hasCategories ? tags : [...categories, ...tags]).toSorted(),
      picture: { size: `${320 + n} x 200`, alt },
      publishedAt: at.slice(0, 19),
      itemId: item.id,
      ...words,
    },
  }
}

/** Bodies by their words, whatever a service makes of the tags. */
function comparable({ html, ...copy }: ReadCopy) {
  const words = html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(?:#38|amp|#x26);/g, '&')
    .replaceAll(/&(?:lt|#60);/g, '<')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(' ,', ',')
    .trim()
  return { ...copy, words }
}
