import type { Scene } from './scene.ts'

const lists = [
  'articles',
  'articles?per_page=3',
  'articles?per_page=3&page=2',
  'articles?per_page=3&page=999',
  'articles?offset=4&per_page=2',
  'articles?orderby=title&order=asc&_fields=title,slug',
  'articles?orderby=slug&per_page=5&_fields=slug',
  'articles?orderby=publish_at&order=asc&_fields=publish_at',
  'articles?orderby=id&_fields=id&per_page=100',
  'articles?orderby=created_at&_fields=title',
  'articles?orderby=updated_at&_fields=title,updated_at',
  'articles?search=rope&_fields=title',
  'articles?search=five-knots&_fields=title',
  'articles?search=https://www.harbour.example/articles/tide-tables&_fields=title',
  'articles?search=%25_&_fields=title',
  'articles?search=gr%C3%B6%C3%9Fer&_fields=title',
  'articles?search=',
  'articles?include=authors,categories,tags&per_page=2',
  'articles?include=authors&_fields=title&per_page=4',
  'articles?status=draft&_fields=title,status',
  'articles?status=scheduled&_fields=title,status',
  'articles?status=all&per_page=100&_fields=title,status',
  'articles?_fields=',
  'articles?_fields=nothing&per_page=1',
  'articles?unknown=1&per_page=1&_fields=title',
  'posts?per_page=2',
  'collections',
  'collections/glossary/items',
  'collections/recipes/items?include=authors',
  'collections/docs/items?orderby=title&order=asc',
  'collections/landing/items',
  'collections/comparisons/items?status=all',
  'categories',
  'categories?orderby=slug&order=asc&per_page=2&page=2',
  'categories?search=life',
  'tags?per_page=100&_fields=name,slug',
  'tags?orderby=id&order=asc',
  'authors',
  'authors?collection=articles&search=ada',
  'authors?collection=glossary',
  'media',
  'media?search=quay&orderby=title&order=asc',
  'media?per_page=1&page=2',
]

const singles = [
  'articles/five-knots',
  'articles/five-knots?include=authors,categories,tags',
  'articles/five-knots?_fields=title,author',
  'articles/grosser-als-gedacht-aero-aland-leba',
  'articles/gr%C3%B6%C3%9Fer-als-gedacht-aero-aland-and-leba',
  'articles/everything?include=tags',
  'articles/a-galley-for-two-burners?_fields=content_html',
  'articles/the-logbook-in-html?_fields=content,content_html',
  'articles/reading-tide-tables-without-fear?_fields=content_html,schema_json_ld',
  'articles/weather-windows-and-how-to-miss-them?_fields=content_html',
  'articles/the-long-passage-day-by-day?_fields=word_count,content_html',
  'articles/ropes-anew',
  'articles/ropes-anew?status=draft',
  'articles/laying-up-in-autumn?status=all&_fields=title,status',
  'posts/five-knots?_fields=title',
  'collections/glossary',
  'collections/glossary/items/bollard',
  'collections/recipes/items/soup-of-the-first-evening',
  'collections/docs/items/configuring-the-harbour-clock?_fields=content_html',
  'categories/ropes',
  'tags/grosse',
  'authors/ada-quill',
  'authors/ben',
]

const refused = [
  'articles?page=0',
  'articles?page=x',
  'articles?per_page=101',
  'articles?offset=-1',
  'articles?orderby=nothing',
  'articles?order=sideways',
  'articles?status=trash',
  'articles?include=nothing',
  'articles?categories=nothing',
  'articles?authors=',
  'articles/nowhere',
  'articles/for-the-trash',
  'articles/itm_unknown',
  'articles/five-knots/more',
  'articles/five-knots?include=nothing',
  'collections/nowhere',
  'collections/nowhere/items',
  'collections/NOWHERE/items/x',
  'categories/nowhere',
  'authors?collection=nowhere',
  'media/nothing',
  'media/post-itm_unknown',
  'nothing',
  '',
  'articles/%00',
  'sitemap.xml?page=9',
  'sitemap.xml?page=x',
]

/** Reads everything that `/v1` has, and what it refuses. */
export async function callContentApi(scene: Scene): Promise<void> {
  const { recorder, organizationId, stranger, ids, owner } = scene
  const get = (path: string, headers: Record<string, string> = {}, about = '') =>
    recorder.record(`/v1/${organizationId}/${path}`, { headers }, about)
  for (const path of [...lists, ...singles, ...refused, 'sitemap.xml', 'feed.xml', 'llms.txt']) await get(path)

  const named = [
    `articles?categories=${ids.get('category Ropes')}&_fields=title`,
    `articles?tags=${ids.get('tag Safety')},${ids.get('tag Tides')}&_fields=title`,
    `articles?authors=${ids.get('author Ada Quill')}&categories=${ids.get('category Seamanship')}&_fields=title`,
    `articles/${ids.get('item tide-tables')}`,
    `articles/${ids.get('item glossary-bollard')}`,
    `categories/${ids.get('category Life aboard')}`,
    `authors/${ids.get('author Cleo Mast')}?_fields=name,slug`,
    `media/post-${ids.get('item five-knots')}?_fields=title`,
    `media/author-${ids.get('author Ada Quill')}`,
    'articles/plain-words',
    'articles/plain-words?include=authors&_fields=title',
    'articles/anchors-for-small-boats-again',
  ]
  for (const path of named) await get(path)

  await askConditionally(scene)
  await recorder.record(`/v1/${stranger.organizationId}/articles`)
  await recorder.record(`/v1/${stranger.organizationId}/articles?status=draft`)
  await recorder.record(`/v1/${stranger.organizationId}/articles/${ids.get('item five-knots')}`)
  await recorder.record('/v1/org_unknown/articles')
  await recorder.record('/v1/org_unknown/articles?page=x')
  await recorder.record('/v1/openapi.json')
  await recorder.record('/v1')
  await recorder.record('/v1/')

  await owner.v2('updateCollection', { collectionId: ids.get('collection landing'), enabled: false })
  await get('collections/landing/items')
  await get('collections', {}, 'with one closed')
  await owner.v2('updateOrganizationSettings', { exposeUnpublished: false })
  await get('articles?status=draft', {}, 'where only what is published is shown')
  await owner.v2('updateOrganizationSettings', { contentMode: 'webhook' }, { confirm: true })
  for (const path of ['articles', 'articles?page=x', 'articles/five-knots', 'sitemap.xml'])
    await get(path, {}, 'where the mode closes it')
  await owner.v2('updateOrganizationSettings', { contentMode: 'headless' }, { confirm: true })
}

async function askConditionally({ recorder, organizationId, owner, ids }: Scene): Promise<void> {
  const path = `/v1/${organizationId}/articles/five-knots`
  const ask = (about: string, headers: Record<string, string>, method = 'GET') =>
    recorder.record(path, { method, headers }, about)
  const first = await ask('first', {})
  const etag = first.headers.get('etag') ?? ''
  await ask('known', { 'If-None-Match': etag })
  await ask('known weakly', { 'If-None-Match': `W/${etag}, "other"` })
  await ask('known whatever', { 'If-None-Match': '*' })
  await ask('as JSON:API', { Accept: 'application/vnd.api+json' })
  await ask('zipped', { 'Accept-Encoding': 'gzip' })
  await ask('zipped by br', { 'Accept-Encoding': 'gzip;q=0.5, br' })
  await ask('its head', {}, 'HEAD')
  await ask('what it allows', { Origin: 'https://www.harbour.example' }, 'OPTIONS')
  for (const method of ['POST', 'PUT', 'DELETE']) await ask('refused', {}, method)
  await owner.v2('updateItem', { id: ids.get('item five-knots'), excerpt: 'Five are enough.' })
  await ask('known before it changed', { 'If-None-Match': etag })
}

/** Files of images, which stand beside the content. */
export async function fetchImages({ recorder, owner }: Scene): Promise<void> {
  const { items } = await owner.result('listMedia', { search: 'quay' })
  const path = new URL(items[0].url).pathname
  const first = await recorder.record(path)
  await recorder.record(path, { headers: { 'If-None-Match': first.headers.get('etag') ?? '' } }, 'known')
  await recorder.record(path, { method: 'HEAD' })
  await recorder.record(`${path}.nothing`)
}
