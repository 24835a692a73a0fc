import { carriedTexts } from '#areas/exchange/carried-texts.ts'
import { detailOf, Refusal } from '#kernel/errors.ts'
import { isHttpUrl } from '#std/urls.ts'

import { isRecord } from './front-matter.ts'
import { toSlug } from './import-text.ts'
import { type OutsideEntry, outsideImage, outsideItem } from './outside-item.ts'
import { type Outside, type OutsideSource, readOutside } from './outside.ts'
import {
  type ImportedMedia,
  type ImportRecord,
  type NamedReference,
  type Remark,
  notesOf,
  skippedEntry,
} from './record.ts'
import { WxrSite } from './wxr-site.ts'

const accept = 'application/json'
/** Posts are requested in pages of these sizes: the next size where an answer is too large. */
const sizes = [100, 20, 5, 1]
const maxPosts = 20_000

type Api = { home: string; list: (page: number, perPage: number) => string }

/** Reads the published posts of a WordPress site by its REST interface. Errors: `validation_failed`, `upstream_failed`. */
export function openWordPress(address: string, outside: Outside): OutsideSource {
  let entries: number | null = null
  async function* records(): AsyncGenerator<ImportRecord> {
    const api = await findApi(address, outside)
    const site = new WxrSite()
    site.baseUrl = api.home
    for await (const { posts, total } of pagesOf(api, outside)) {
      entries ??= total
      for (const post of posts) yield* recordsOf(post, { site, api, now: outside.now })
    }
  }
  return { records: records(), entries: () => entries }
}

/** Where the interface is: below the address, or as a parameter where the site has plain addresses. */
async function findApi(address: string, outside: Outside): Promise<Api> {
  const site = address.replace(/\/wp-json(?:\/.*)?$/, '').replace(/[?#].*$/s, '')
  const base = site.endsWith('/') ? site : `${site}/`
  const query = '_embed=author,wp:term,wp:featuredmedia&orderby=id&order=asc'
  const ways = [
    { root: `${base}wp-json/?_fields=home,url`, list: `${base}wp-json/wp/v2/posts?${query}` },
    { root: `${base}?rest_route=/&_fields=home,url`, list: `${base}?rest_route=/wp/v2/posts&${query}` },
  ]
  for (const { root, list } of ways) {
    const facts = await readJson(root, outside)
      .then(({ value }) => value)
      .catch((error: unknown) => {
        if (error instanceof Refusal && error.code === 'validation_failed') return undefined
        throw error
      })
    if (!isRecord(facts)) continue
    const home = [facts['home'], facts['url']].find((text) => typeof text === 'string' && isHttpUrl(text))
    return {
      home: typeof home === 'string' ? home : base,
      list: (page, perPage) => `${list}&per_page=${perPage}&page=${page}`,
    }
  }
  const help = 'Name the address of a WordPress site whose REST interface is open, or import its export file (wxr).'
  throw new Refusal('validation_failed', `There is no WordPress interface at this address. ${help}`)
}

async function* pagesOf(api: Api, outside: Outside): AsyncGenerator<{ posts: unknown[]; total: number | null }> {
  let [size, done] = [0, 0]
  while (done < maxPosts) {
    const perPage = sizes[size] ?? 1
    let answer
    try {
      answer = await readJson(api.list(done / perPage + 1, perPage), outside)
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'validation_failed') throw error
      // Beyond the last page WordPress answers 400.
      if (done > 0 && detailOf(error, 'status') === 400) return
      if (detailOf(error, 'about') !== 'size' || size + 1 >= sizes.length) throw error
      size++
      continue
    }
    const { value, headers } = answer
    if (!Array.isArray(value))
      throw new Refusal('validation_failed', 'The WordPress interface did not return a list of posts.')
    const total = Number(headers.get('x-wp-total') ?? Number.NaN)
    yield { posts: value, total: Number.isSafeInteger(total) ? total : null }
    done += perPage
    const pages = Number(headers.get('x-wp-totalpages') ?? Number.NaN)
    if (value.length < perPage || done / perPage >= (Number.isSafeInteger(pages) ? pages : Infinity)) return
  }
}

async function readJson(address: string, outside: Outside): Promise<{ value: unknown; headers: Headers }> {
  const { body, headers } = await readOutside(outside, address, { accept })
  try {
    return { value: JSON.parse(body.toString('utf8').replace(/^\uFEFF/, '')), headers }
  } catch {
    throw new Refusal('validation_failed', 'The site does not answer with JSON where WordPress has its interface.')
  }
}

type Around = { site: WxrSite; api: Api; now: Date }

function* recordsOf(post: unknown, { site, api, now }: Around): Generator<ImportRecord> {
  const id = isRecord(post) && typeof post['id'] === 'number' ? String(post['id']) : ''
  const sourceLabel = text(post, 'link') || `post ${id || 'without id'}`
  const skipped = (reason: string) => skippedEntry(sourceLabel, 'post', reason)
  if (!isRecord(post) || id === '') return yield skipped('It is not a post')
  if (isRecord(post['content']) && post['content']['protected'] === true)
    return yield skipped('It is protected by a password')
  const link = text(post, 'link')
  const featured = mediaOf(post, site)
  const remarks: Remark[] = []
  const item = outsideItem(
    entryOf(post, { key: site.uniqueKey('item', id).key, link, home: api.home, featured }),
    now,
    remarks,
  )
  if (item === undefined) return yield skipped('It has neither a title nor text')
  if (featured !== undefined) yield featured
  yield* notesOf(item.sourceLabel, remarks)
  yield item
}

type Named = { key: string; link: string; home: string; featured: ImportedMedia | undefined }

function entryOf(post: Record<string, unknown>, { key, link, home, featured }: Named): OutsideEntry {
  const embedded = embeddedOf(post)
  const terms = list(embedded['wp:term']).flatMap(list)
  const termsOf = (taxonomy: string) => terms.filter((term) => text(term, 'taxonomy') === taxonomy).flatMap(referenceOf)
  return {
    sourceKey: key,
    link: isHttpUrl(link) ? link : null,
    titleHtml: text(post, 'title', 'rendered'),
    slug: text(post, 'slug'),
    bodyHtml: text(post, 'content', 'rendered'),
    baseUrl: isHttpUrl(link) ? link : home,
    excerptHtml: text(post, 'excerpt', 'rendered'),
    published: text(post, 'date_gmt') || text(post, 'date'),
    modified: text(post, 'modified_gmt'),
    authors: list(embedded['author']).flatMap(referenceOf),
    categories: termsOf('category'),
    tags: termsOf('post_tag'),
    featuredMediaKey: featured?.sourceKey ?? null,
    ...carriedTexts(({ wordPress }) => (wordPress === undefined ? '' : text(post, ...wordPress))),
  }
}

function mediaOf(post: Record<string, unknown>, site: WxrSite): ImportedMedia | undefined {
  const [media] = list(embeddedOf(post)['wp:featuredmedia'])
  const url = text(media, 'source_url')
  if (!isRecord(media) || !isHttpUrl(url)) return undefined
  return outsideImage(url, {
    sourceKey: site.keyOf(String(media['id'])),
    alt: text(media, 'alt_text').slice(0, 300).toWellFormed() || null,
    mime: /^[a-z]+\/[\w.+-]{1,60}$/.exec(text(media, 'mime_type'))?.[0] ?? null,
  })
}

function embeddedOf(post: Record<string, unknown>): Record<string, unknown> {
  return isRecord(post['_embedded']) ? post['_embedded'] : {}
}

// Whatever may not be read is embedded as an error, without a name.
function referenceOf(value: unknown): NamedReference[] {
  const name = text(value, 'name')
  return name === '' ? [] : [{ name, slug: toSlug(text(value, 'slug')) }]
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function text(value: unknown, ...path: string[]): string {
  let at = value
  for (const name of path) at = isRecord(at) ? at[name] : undefined
  return typeof at === 'string' ? at.trim() : ''
}
