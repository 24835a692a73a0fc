import { z } from 'zod'

import { comparableHtml } from '#connectors/cms/comparable-html.ts'
import type { CmsCopy, CmsField, CmsItem, FieldMapping } from '#kernel/cms-connector.ts'
import type { Connection } from '#kernel/connection.ts'
import { ConnectorFault } from '#kernel/connector-fault.ts'

import { call, label } from './webflow-api.ts'

/** The field by which the item of a copy is known, where the collection has it. */
export const ownField = 'masthead-id'

const collectionSchema = z.object({
  id: z.string(),
  slug: z.string(),
  displayName: z.string(),
  fields: z.array(
    z.object({
      slug: z.string(),
      type: z.string(),
      isRequired: z.boolean().default(false),
      isEditable: z.boolean().default(true),
    }),
  ),
})

const siteSchema = z.object({
  id: z.string(),
  displayName: z.string(),
  shortName: z.string(),
  customDomains: z.array(z.object({ url: z.string() })).nullish(),
})

const itemSchema = z.object({
  id: z.string(),
  lastPublished: z.string().nullish(),
  lastUpdated: z.string().nullish(),
  isDraft: z.boolean().default(false),
  isArchived: z.boolean().default(false),
  fieldData: z.record(z.string(), z.unknown()),
})

export type Collection = z.output<typeof collectionSchema>
export type Item = z.output<typeof itemSchema>
/** The collection that copies live in, and the address of its pages. */
export type Place = { collection: Collection; address: string | null }

/** Read once per connection. */
const places = new WeakMap<Connection, Promise<Place>>()

/** The selected collection with its fields. */
export function placeOf(connection: Connection): Promise<Place> {
  const known = places.get(connection) ?? readPlace(connection)
  places.set(connection, known)
  return known
}

async function readPlace(connection: Connection): Promise<Place> {
  const { target, site } = connection
  const collection = parsed(collectionSchema, await call(connection, `/collections/${target?.externalId ?? ''}`))
  if (site === null) return { collection, address: null }
  const { shortName, customDomains } = parsed(siteSchema, await call(connection, `/sites/${site.externalId}`))
  const domain = customDomains?.[0]?.url ?? `${shortName}.webflow.io`
  return { collection, address: `${/^https?:/.test(domain) ? domain : `https://${domain}`}/${collection.slug}` }
}

/** Every site of the token. */
export async function readSites(connection: Connection) {
  return parsed(z.object({ sites: z.array(siteSchema) }), await call(connection, '/sites')).sites
}

/** Every collection of a site. */
export async function readCollections(connection: Connection, siteId: string) {
  const known = z.object({ collections: z.array(z.object({ id: z.string(), displayName: z.string() })) })
  return parsed(known, await call(connection, `/sites/${encodeURIComponent(siteId)}/collections`)).collections
}

/** An item that the service answered with. */
export const itemIn = (json: unknown): Item => parsed(itemSchema, json)

const page = z.object({ items: z.array(itemSchema), pagination: z.object({ total: z.int() }).optional() })
const pageSize = 100
const mostPages = 100

/** The items of the collection, page by page, or those of one slug, until `wanted` is found. */
export async function findItem(
  connection: Connection,
  wanted: (item: Item) => boolean,
  slug?: string,
): Promise<Item | undefined> {
  const path = itemsPath(connection)
  for (let offset = 0; offset < pageSize * mostPages; offset += pageSize) {
    const query = { limit: String(pageSize), offset: String(offset), ...(slug === undefined ? {} : { slug }) }
    const { items, pagination } = parsed(page, await call(connection, path, { query }))
    const found = items.find(wanted)
    if (found !== undefined) return found
    if (items.length < pageSize || offset + pageSize >= (pagination?.total ?? Infinity)) return undefined
  }
  return undefined
}

export const itemsPath = ({ target }: Connection, id?: string): string =>
  `/collections/${encodeURIComponent(target?.externalId ?? '')}/items${id === undefined ? '' : `/${encodeURIComponent(id)}`}`

/** An item as a copy, with the mapped fields that the collection has. */
export function copyOf(item: Item, mapping: FieldMapping, { collection, address }: Place): CmsCopy {
  const known = new Set(collection.fields.map((field) => field.slug))
  const slug = item.fieldData['slug']
  return {
    externalId: item.id,
    externalUrl: address === null || typeof slug !== 'string' ? null : `${address}/${slug}`,
    etag: item.lastUpdated ?? null,
    // A draft of changes to a live item takes nothing down.
    state: item.lastPublished == null || item.isArchived ? 'draft' : 'published',
    fields: Object.fromEntries(
      entriesOf(mapping)
        .filter(([, name]) => known.has(name))
        .map(([field, name]) => [field, textOf(field, item.fieldData[name])]),
    ),
  }
}

/** The same for what was sent. */
export function expectedOf(item: CmsItem, mapping: FieldMapping): CmsCopy['fields'] {
  const values = valuesOf(item)
  const checksum = item.featuredImage?.checksum ?? null
  const entries = entriesOf(mapping)
    .filter(([field]) => field in values)
    .map(([field]) => [field, field === 'featuredImage' ? checksum : textOf(field, values[field])] as const)
  return Object.fromEntries(entries)
}

/** What the fields of an item are sent as; a date that is not known is not sent. */
export function valuesOf(item: CmsItem): Partial<Record<CmsField, unknown>> {
  const { featuredImage, categories, tags, authors, publishAt, id: _id, ...texts } = item
  const names = (terms: CmsItem['tags']) => terms.map(({ name }) => name).join(', ') || null
  return {
    ...texts,
    featuredImage: featuredImage === null ? null : { url: featuredImage.url, alt: featuredImage.alt },
    categories: names(categories),
    tags: names(tags),
    authors: authors[0]?.name ?? null,
    ...(publishAt === null ? {} : { publishAt: publishAt.toISOString() }),
  }
}

export const entriesOf = (mapping: FieldMapping) => Object.entries(mapping) as [CmsField, string][]

function textOf(field: CmsField, value: unknown): string | null {
  if (value == null || value === '') return null
  if (field === 'contentHtml') return typeof value === 'string' ? comparableHtml(value) : null
  if (field === 'publishAt') return String(value).slice(0, 19)
  if (typeof value === 'object')
    return 'url' in value && typeof value.url === 'string' ? value.url : JSON.stringify(value)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function parsed<S extends z.ZodType>(schema: S, json: unknown): z.output<S> {
  const { data, success } = schema.safeParse(json)
  if (success) return data
  throw new ConnectorFault('unavailable', `${label} answered with something other than what was requested.`, {
    reason: 'bad_answer',
  })
}
