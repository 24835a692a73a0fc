import { deepEqual } from 'node:assert/strict'
import type { IncomingHttpHeaders } from 'node:http'

import type { Insertable } from 'kysely'

import { correctCounts } from '#areas/content/stored/counts.ts'
import { createContentApi } from '#faces/content-api/content-api.ts'
import type { Reply } from '#faces/content-api/reply.ts'
import { newId } from '#kernel/ids.ts'
import type { Log } from '#kernel/log.ts'
import { silentLog } from '#kernel/log.ts'
import type { Tables } from '#kernel/tables.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'
import { textHash } from '#std/text-hash.ts'
import { searchText, titleKey } from '#std/text.ts'
import { lastSegment } from '#std/urls.ts'

type Row<T extends keyof Tables> = Partial<Insertable<Tables[T]>>
type Settings = Row<'organization_setting'> & { plan?: 'starter' | 'pro' | 'authority'; name?: string }
type ItemRow = Row<'item'> & {
  collection?: string
  content?: string
  html?: string
  categories?: string[]
  tags?: string[]
  authors?: string[]
}

const baseUrl = 'https://cms.example'

/** One answer of the Content API, with its body as text and as JSON. */
export type Answer = Reply & { text: string; json: Json }

// oxlint-disable-next-line typescript/no-explicit-any
type Json = any

/** An organization with rows of its own, and the Content API to read them. */
export async function organizationWithContent(database: TenantDatabase, settings: Settings = {}) {
  const { plan = 'authority', name = 'Acme & Sons', ...others } = settings
  const id = newId('organization')
  const articles = newId('collection')
  const write = <T>(work: Parameters<typeof database.forOrganization<T>>[2]) =>
    database.forOrganization({ organizationId: id }, 'write', work)
  const insert = <T extends keyof Tables & string>(table: T, values: Row<T>) =>
    write(({ db }) =>
      db
        .insertInto(table)
        .values(values as never)
        .execute(),
    )

  await database.asIdentity((db) =>
    db
      .insertInto('auth.organizations')
      .values({ id, slug: id.slice(4, 30), name, plan })
      .execute(),
  )
  await insert('organization_setting', others)
  await insert('collection', collectionRow({ id: articles, slug: 'articles', kind: 'articles', built_in: true }))

  const api = contentApi(database)
  return {
    id,
    articles,
    insert,
    write,
    /** `path` below `/v1/{organizationId}`. It is asked twice: what is stored after the first answer says the same. */
    async get(path: string, headers: IncomingHttpHeaders = {}) {
      const first = await api(`/v1/${id}${path}`, { headers })
      await api.stored()
      const second = await api(`/v1/${id}${path}`, { headers })
      deepEqual(second, first)
      return second
    },
    request: (method: string, path: string, headers: IncomingHttpHeaders = {}) =>
      api(`/v1/${id}${path}`, { method, headers }),
    async collection(slug: string, row: Row<'collection'> = {}) {
      const collection = collectionRow({ slug, ...row })
      await insert('collection', collection)
      return collection.id
    },
    async term(kind: 'category' | 'tag' | 'author', slug: string, row: Row<'term'> = {}) {
      const term = { id: newId(kind), kind, slug, name: slug, collection_id: articles, ...row }
      await insert('term', { name_key: titleKey(term.name), ...term })
      return term.id
    },
    async media(row: Row<'media'> = {}) {
      const media = { id: newId('media'), source: 'upload' as const, url: 'https://cdn.example/image.webp', ...row }
      await insert('media', media)
      return media.id
    },
    async item(slug: string, row: ItemRow = {}) {
      const { collection = articles, content = '', html = '', categories = [], tags = [], authors = [], ...own } = row
      const status = own.status ?? 'published'
      const item = { id: newId('item'), slug, title: slug, status, ...own }
      const { created_at: createdAt = new Date('2026-01-01') } = own
      const publishAt = own.publish_at ?? (status === 'draft' ? null : createdAt)
      const effective = status === 'draft' && publishAt !== null ? 'scheduled' : status
      const shared = { item_id: item.id, collection_id: collection }
      const named = [
        ...categories.map((term) => ['category', term] as const),
        ...tags.map((term) => ['tag', term] as const),
        ...authors.map((term) => ['author', term] as const),
      ]
      const terms = named.map(([kind, term], position) => ({
        ...shared,
        term_id: term,
        position,
        kind,
        status: own.trashed_at ? 'trash' : effective,
        sort_date: publishAt ?? createdAt,
      }))
      await write(async ({ db }) => {
        const { id: itemId } = item
        await db
          .insertInto('item')
          .values({
            collection_id: collection,
            title_key: titleKey(item.title),
            ...item,
            created_at: createdAt,
            publish_at: publishAt,
          })
          .execute()
        await db
          .insertInto('item_body')
          .values({ item_id: itemId, content, content_format: 'markdown', content_html: html, policy_version: 1 })
          .execute()
        const searched = [item.title, item.excerpt, item.slug, item.canonical_url, item.external_url, content]
        await db
          .insertInto('item_search')
          .values({ ...shared, search_text: searchText(searched) })
          .execute()
        if (terms.length > 0) await db.insertInto('item_term').values(terms).execute()
        await correctCounts(db)
      })
      return item.id
    },
    redirect: (fromPath: string, to: { item: string } | { url: string }) =>
      insert('redirect', {
        id: newId('redirect'),
        from_path: fromPath,
        from_hash: textHash(fromPath),
        from_slug: lastSegment(fromPath),
        reason: 'manual',
        ...('item' in to ? { to_item_id: to.item } : { to_url: to.url }),
      }),
  }
}

/**
 * The Content API over a database: `url` is the raw path with its query. `stored`: waits until documents are stored that an answer had
 * to be put together from.
 */
export function contentApi(database: TenantDatabase, log: Log = silentLog, at = baseUrl) {
  const { reply: face, stored } = createContentApi({ database, baseUrl: () => at, log })
  const ask = async (
    url: string,
    options: { method?: string; headers?: IncomingHttpHeaders } = {},
  ): Promise<Answer> => {
    const reply = await face({ method: options.method ?? 'GET', url, headers: options.headers ?? {} })
    const text = reply.body === null ? '' : reply.body.toString()
    const isJson = reply.headers['Content-Type']?.includes('json') && !reply.headers['Content-Encoding'] && text !== ''
    return { ...reply, text, json: isJson ? JSON.parse(text) : undefined }
  }
  return Object.assign(ask, { stored })
}

function collectionRow(row: Row<'collection'> & { slug: string }) {
  const { slug } = row
  return {
    id: newId('collection'),
    name: slug,
    kind: 'custom' as const,
    enabled: true,
    url_template: `/${slug}/{slug}`,
    ...row,
  }
}
