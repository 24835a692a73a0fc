import { z } from 'zod'

import { termsFor } from '#connectors/cms/terms-for.ts'
import { parsed } from '#connectors/request.ts'
import type { CmsCopy, CmsCreated, CmsWrite } from '#kernel/cms-connector.ts'
import type { Connection } from '#kernel/connection.ts'
import { ConnectorFault } from '#kernel/connector-fault.ts'
import { connector } from '#kernel/connector.ts'
import { url } from '#kernel/schema.ts'

import { asEditor, copyOf, dateText, metaOf, parsePost, type Post, readPost } from './posts.ts'
import { itemIdKey, metaPrefix, seoMapping } from './seo-meta.ts'
import { mediaId, termIds } from './terms-and-media.ts'
import { call, label } from './wordpress-api.ts'

const me = z.object({ name: z.string(), capabilities: z.record(z.string(), z.boolean()).default({}) })
const options = z.object({
  schema: z.object({
    properties: z.object({ meta: z.object({ properties: z.record(z.string(), z.unknown()) }).optional() }),
  }),
})

const plainFields = ['title', 'slug', 'content', 'excerpt', 'featured_media', 'categories', 'tags', 'date_gmt']

/** Meta keys that a site registers, read once per connection. */
const registeredKeys = new WeakMap<Connection, Promise<ReadonlySet<string>>>()

/** WordPress by its REST API and an application password (connectors: WordPress REST). */
export const wordpress = connector({
  provider: 'wordpress',
  kind: 'cms',
  label,
  settings: z.object({
    siteUrl: url().meta({
      title: 'Address of the site',
      description: 'As visitors write it, for example https://blog.example.com',
    }),
  }),
  secret: z.object({
    username: z.string().min(1).max(200).meta({ title: 'User name', description: 'A user who may publish posts' }),
    applicationPassword: z
      .string()
      .min(8)
      .max(200)
      .meta({ title: 'Application password', description: 'In WordPress: Users, Profile, Application passwords' }),
  }),
  targets: () => [],
  endsAt: 'Users, Profile, Application passwords',
  addresses: ({ settings }) => [settings['siteUrl'] ?? ''],

  async probe(connection) {
    const answer = await call(connection, '/wp/v2/users/me', { query: { context: 'edit' } })
    const { name, capabilities } = parsed(me, answer, label)
    if (capabilities['publish_posts'] !== true)
      throw new ConnectorFault('forbidden', `${name} may not publish posts on this site.`, { reason: 'publish_posts' })
    const granted = ['publish_posts', 'upload_files', 'manage_categories'].filter((one) => capabilities[one] === true)
    const keys = await keysOf(connection)
    const keepsId = keys.has(itemIdKey)
    return {
      connectedAs: name,
      capabilities: granted,
      checks: [
        { name: 'read', ok: true, detail: `Signed in as ${name}, who may publish posts.` },
        {
          name: 'itemId',
          ok: true,
          detail: keepsId
            ? 'Posts keep the id of their item.'
            : 'Posts do not keep the id of their item: slugs tell them apart.',
        },
      ],
    }
  },

  async fields(connection) {
    const keys = [...(await keysOf(connection))].filter((key) => key !== itemIdKey)
    const names = [...plainFields, ...keys.map((key) => `${metaPrefix}${key}`)]
    return names.map((name) => ({ name, required: name === 'title' }))
  },

  defaultMapping(fields) {
    const registered = new Set(
      fields.filter(({ name }) => name.startsWith(metaPrefix)).map(({ name }) => name.slice(metaPrefix.length)),
    )
    return {
      title: 'title',
      slug: 'slug',
      contentHtml: 'content',
      excerpt: 'excerpt',
      featuredImage: 'featured_media',
      categories: 'categories',
      tags: 'tags',
      publishAt: 'date_gmt',
      ...seoMapping(registered),
    }
  },

  expected({ item, mapping }) {
    const slugs = (field: 'categories' | 'tags') =>
      [...new Set((termsFor(mapping[field] ?? '', { item, mapping }) ?? []).map(({ slug }) => slug))]
        .toSorted()
        .join(' ')
    // A post without a category gets the default one of the site, whatever that is called there.
    const isDefault = (field: 'categories' | 'tags') => mapping[field] === 'categories' && slugs(field) === ''
    const values: CmsCopy['fields'] = {
      ...textsOf(item),
      featuredImage: item.featuredImage?.checksum ?? null,
      ...(isDefault('categories') ? {} : { categories: slugs('categories') }),
      ...(isDefault('tags') ? {} : { tags: slugs('tags') }),
      ...(item.publishAt === null ? {} : { publishAt: dateText(item.publishAt.toISOString()) }),
    }
    return Object.fromEntries(Object.entries(values).filter(([field]) => field in mapping))
  },

  async find(connection, { item, mapping }) {
    // A slug that was taken got a number, or a plug-in made another one of the title.
    const slug = [item.slug, ...[2, 3, 4, 5].map((n) => `${item.slug}-${n}`)].join(',')
    for (const by of [{ slug }, { search: item.title }]) {
      const query = { ...asEditor, ...by, status: 'publish,draft,pending,private,future', per_page: '20' }
      const posts = parsed(z.array(z.unknown()), await call(connection, '/wp/v2/posts', { query }), label)
      const found = posts.map(parsePost).find((post) => isOurs(post, item))
      if (found !== undefined) return copyOf(found, mapping)
    }
    return undefined
  },

  async upsert(connection, write) {
    const path = write.externalId === null ? '/wp/v2/posts' : `/wp/v2/posts/${write.externalId}`
    const post = await send(connection, path, write).catch(async (error: unknown) => {
      const isGone = error instanceof ConnectorFault && error.reason === 'rest_invalid_featured_media'
      if (!isGone) throw error
      return send(connection, path, write, { anew: true })
    })
    return { externalId: String(post.id), externalUrl: post.link, etag: post.modified_gmt ?? null, warnings: [] }
  },

  async unpublish(connection, { externalId }) {
    await call(connection, `/wp/v2/posts/${externalId}`, { method: 'POST', json: { status: 'draft' } })
  },

  async remove(connection, externalId) {
    await call(connection, `/wp/v2/posts/${externalId}`, { method: 'DELETE' }).catch((error: unknown) => {
      if (!(error instanceof ConnectorFault) || error.kind !== 'notFound') throw error
    })
  },

  fetch: async (connection, externalId, mapping) => copyOf(await readPost(connection, externalId), mapping),
})

async function send(
  connection: Connection,
  path: string,
  { item, mapping, as, uploads }: CmsWrite,
  { anew = false } = {},
): Promise<Post> {
  const registered = await keysOf(connection)
  const texts = textsOf(item)
  const entries = Object.entries(texts).flatMap(([field, value]) => {
    const external = mapping[field as keyof typeof texts]
    return external === undefined ? [] : [[external, value ?? ''] as const]
  })
  const meta = entries
    .filter(([name]) => name.startsWith(metaPrefix))
    .map(([name, value]) => [name.slice(metaPrefix.length), value] as const)
    .filter(([key]) => registered.has(key))
  if (registered.has(itemIdKey)) meta.push([itemIdKey, item.id])
  const categories = termsFor('categories', { item, mapping })
  const tags = termsFor('tags', { item, mapping })
  const json = {
    ...Object.fromEntries(entries.filter(([name]) => !name.startsWith(metaPrefix))),
    ...(categories === undefined ? {} : { categories: await termIds(connection, 'categories', categories) }),
    ...(tags === undefined ? {} : { tags: await termIds(connection, 'tags', tags) }),
    ...(mapping.featuredImage === 'featured_media'
      ? {
          featured_media:
            item.featuredImage === null ? 0 : await mediaId(connection, { picture: item.featuredImage, uploads, anew }),
        }
      : {}),
    ...(mapping.publishAt === 'date_gmt' && item.publishAt !== null
      ? { date_gmt: dateText(item.publishAt.toISOString()) }
      : {}),
    ...(meta.length === 0 ? {} : { meta: Object.fromEntries(meta) }),
    status: as === 'published' ? 'publish' : 'draft',
  }
  return parsePost(await call(connection, path, { method: 'POST', json, query: { context: 'edit' } }))
}

/** The fields that are one text each. */
function textsOf(item: CmsWrite['item']) {
  const { title, slug, contentHtml, excerpt, seoTitle, metaDescription, canonicalUrl } = item
  const { ogTitle, ogDescription, twitterTitle, twitterDescription } = item
  return {
    title,
    slug,
    contentHtml,
    excerpt,
    seoTitle,
    metaDescription,
    canonicalUrl,
    ogTitle,
    ogDescription,
    twitterTitle,
    twitterDescription,
  }
}

// Where the id of the item is not kept, only what was sent tells our post from somebody else's.
function isOurs(post: Post, item: CmsCreated['item']): boolean {
  const kept = metaOf(post, itemIdKey)
  if (typeof kept === 'string' && kept !== '') return kept === item.id
  const same = (one: string, other: string) =>
    one.replaceAll(/\s+/g, ' ').trim() === other.replaceAll(/\s+/g, ' ').trim()
  return same(post.title.raw, item.title) && same(post.content.raw, item.contentHtml)
}

function keysOf(connection: Connection): Promise<ReadonlySet<string>> {
  const known = registeredKeys.get(connection) ?? readKeys(connection)
  registeredKeys.set(connection, known)
  return known
}

async function readKeys(connection: Connection): Promise<ReadonlySet<string>> {
  const json = await call(connection, '/wp/v2/posts', { method: 'OPTIONS' })
  const { data } = options.safeParse(json)
  return new Set(Object.keys(data?.schema.properties.meta?.properties ?? {}))
}
