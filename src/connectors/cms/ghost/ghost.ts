import { randomUUID } from 'node:crypto'

import { z } from 'zod'

import { termsFor } from '#connectors/cms/terms-for.ts'
import { parsed } from '#connectors/request.ts'
import type { CmsPicture, CmsTerm, CmsWrite, Uploads } from '#kernel/cms-connector.ts'
import type { Connection } from '#kernel/connection.ts'
import { ConnectorFault } from '#kernel/connector-fault.ts'
import { connector } from '#kernel/connector.ts'
import { url } from '#kernel/schema.ts'
import { truncate } from '#std/text.ts'

import { call, label } from './ghost-api.ts'
import { copyOf, expectedOf, isInternal, onePost, ownTag, postsIn, readPost, textsOf, whole } from './posts.ts'

const mapping = {
  title: 'title',
  slug: 'slug',
  contentHtml: 'html',
  excerpt: 'custom_excerpt',
  featuredImage: 'feature_image',
  categories: 'tags',
  tags: 'tags',
  authors: 'authors',
  seoTitle: 'meta_title',
  metaDescription: 'meta_description',
  canonicalUrl: 'canonical_url',
  ogTitle: 'og_title',
  ogDescription: 'og_description',
  twitterTitle: 'twitter_title',
  twitterDescription: 'twitter_description',
  schemaJsonLd: 'codeinjection_head',
  publishAt: 'published_at',
} as const

const siteAnswer = z.object({ site: z.object({ title: z.string() }) })
const usersAnswer = z.object({ users: z.array(z.object({ id: z.string(), slug: z.string() })) })
const imagesAnswer = z.object({ images: z.array(z.object({ url: z.string() })).min(1) })

/** The most characters that Ghost takes. */
const limits: Readonly<Record<string, number>> = {
  custom_excerpt: 300,
  meta_title: 300,
  meta_description: 500,
  title: 255,
  slug: 191,
}

/** Ghost by its Admin API and the key of a custom integration. */
export const ghost = connector({
  provider: 'ghost',
  kind: 'cms',
  label,
  settings: z.object({
    siteUrl: url().meta({
      title: 'Address of the site',
      description: 'Where Ghost runs, for example https://blog.example.com',
    }),
  }),
  secret: z.object({
    adminApiKey: z
      .string()
      .regex(/^[0-9a-f]{24}:[0-9a-f]{64}$/, 'Must have the form <id>:<secret>, both hexadecimal')
      .meta({ title: 'Admin API key', description: 'In Ghost: Settings, Integrations, Add custom integration' }),
  }),
  targets: () => [],
  endsAt: 'Settings, Integrations',
  addresses: ({ settings }) => [settings['siteUrl'] ?? ''],

  async probe(connection) {
    await call(connection, '/posts/', { query: { limit: '1', fields: 'id' } })
    const { site } = parsed(siteAnswer, await call(connection, '/site/'), label)
    const checks = [{ name: 'read', ok: true, detail: `Reads the posts of ${site.title}.` }]
    return { connectedAs: site.title, capabilities: ['posts', 'images', 'tags'], checks }
  },

  fields: async () => [...new Set(Object.values(mapping))].map((name) => ({ name, required: name === 'title' })),
  defaultMapping: () => mapping,
  expected: ({ item, mapping: mapped }) => expectedOf(item, mapped),

  async find(connection, { item, mapping: mapped }) {
    const query = { ...whole, filter: `tag:${ownTag(item.id).slug}`, limit: '1' }
    const [post] = postsIn(await call(connection, '/posts/', { query }))
    return post === undefined ? undefined : copyOf(post, mapped)
  },

  async upsert(connection, write) {
    const post = await postOf(connection, write)
    const query = { source: 'html', ...whole }
    const saved =
      write.externalId === null
        ? await call(connection, '/posts/', { method: 'POST', query, json: { posts: [post] } })
        : await call(connection, `/posts/${encodeURIComponent(write.externalId)}/`, {
            method: 'PUT',
            query,
            json: { posts: [{ ...post, updated_at: write.etag }] },
          })
    const { id, url: externalUrl = null, updated_at: etag } = onePost(saved)
    return { externalId: id, externalUrl, etag, warnings: [] }
  },

  async unpublish(connection, { externalId, etag }) {
    const json = { posts: [{ status: 'draft', updated_at: etag }] }
    await call(connection, `/posts/${encodeURIComponent(externalId)}/`, { method: 'PUT', json })
  },

  async remove(connection, externalId) {
    await call(connection, `/posts/${encodeURIComponent(externalId)}/`, { method: 'DELETE' }).catch(
      (error: unknown) => {
        if (!(error instanceof ConnectorFault) || error.kind !== 'notFound') throw error
      },
    )
  },

  fetch: async (connection, externalId, mapped) => copyOf(await readPost(connection, externalId), mapped),
})

async function postOf(
  connection: Connection,
  { item, mapping: mapped, as, uploads, externalId }: CmsWrite,
): Promise<object> {
  const texts = Object.entries(textsOf(item)).flatMap(([field, value]) => {
    const name = mapped[field as keyof ReturnType<typeof textsOf>]
    return name === undefined
      ? []
      : [[name, value === null ? null : truncate(value, limits[name] ?? value.length)] as const]
  })
  const tags = await tagsOf(connection, { terms: termsFor('tags', { item, mapping: mapped }), externalId, id: item.id })
  const authors = mapped.authors === 'authors' ? await authorIds(connection, item.authors) : []
  const picture = item.featuredImage
  return {
    ...Object.fromEntries(texts),
    ...(mapped.contentHtml === undefined ? {} : { [mapped.contentHtml]: item.contentHtml }),
    ...(tags === undefined ? {} : { tags }),
    ...(authors.length === 0 ? {} : { authors }),
    ...(mapped.featuredImage === 'feature_image'
      ? {
          feature_image: picture === null ? null : await imageUrl(connection, { picture, uploads }),
          feature_image_alt: picture === null ? null : truncate(picture.alt, 191),
        }
      : {}),
    ...(mapped.publishAt === 'published_at' && item.publishAt !== null
      ? { published_at: item.publishAt.toISOString() }
      : {}),
    status: as === 'published' ? 'published' : 'draft',
  }
}

/**
 * The tags of a post. Whoever sends some replaces all: the internal ones of a post that is there are sent back as they are, and where
 * no list is mapped to them its tags are left alone (undefined).
 */
async function tagsOf(
  connection: Connection,
  { terms, externalId, id }: { terms: readonly CmsTerm[] | undefined; externalId: string | null; id: string },
): Promise<CmsTerm[] | undefined> {
  if (terms === undefined && externalId !== null) return undefined
  const own = ownTag(id)
  const before = externalId === null ? [] : (await readPost(connection, externalId)).tags.filter(isInternal)
  const named = (terms ?? []).map(({ name, slug }) => ({ name, slug }))
  return [...named, ...before.filter(({ slug }) => slug !== own.slug), own]
}

/** The accounts whose slugs are those of the authors; without one the owner of the key is the author. */
async function authorIds(connection: Connection, authors: readonly CmsTerm[]): Promise<{ id: string }[]> {
  if (authors.length === 0) return []
  const filter = `slug:[${authors.map(({ slug }) => slug).join(',')}]`
  const json = await call(connection, '/users/', { query: { filter, limit: '50', fields: 'id,slug' } })
  const { users } = parsed(usersAnswer, json, label)
  return authors.flatMap(({ slug }) => users.filter((user) => user.slug === slug).map(({ id }) => ({ id })))
}

/** The address of a picture there, uploaded unless it was before. */
async function imageUrl(
  connection: Connection,
  { picture, uploads }: { picture: CmsPicture; uploads: Uploads },
): Promise<string> {
  const known = await uploads.find(picture.checksum)
  if (known !== undefined) return known
  const boundary = `masthead-${randomUUID()}`
  const name = picture.fileName.replaceAll(/[^\w.-]/g, '-')
  const part = (head: string) => `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n`
  const body = Buffer.concat([
    Buffer.from(`${part('name="ref"')}\r\n${picture.checksum.slice(0, 100)}\r\n`),
    Buffer.from(`${part(`name="file"; filename="${name}"`)}Content-Type: ${picture.mimeType}\r\n\r\n`),
    await picture.read(),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  const json = await call(connection, '/images/upload/', {
    method: 'POST',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: new Uint8Array(body),
  })
  const { images } = parsed(imagesAnswer, json, label)
  const address = images[0]?.url ?? ''
  await uploads.keep(picture.checksum, address)
  return address
}
