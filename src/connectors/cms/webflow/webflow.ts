import { z } from 'zod'

import { authorizeAddress, tokenFor } from '#connectors/authorization.ts'
import { comparableHtml } from '#connectors/cms/comparable-html.ts'
import type { CmsCreated, CmsItem, FieldMapping } from '#kernel/cms-connector.ts'
import type { Connection } from '#kernel/connection.ts'
import { ConnectorFault } from '#kernel/connector-fault.ts'
import { connector } from '#kernel/connector.ts'

import {
  copyOf,
  entriesOf,
  expectedOf,
  findItem,
  type Item,
  itemIn,
  itemsPath,
  ownField,
  placeOf,
  readCollections,
  readSites,
  valuesOf,
} from './items.ts'
import { call, label, revokeGrant } from './webflow-api.ts'

/** The usual fields of a collection of posts, and of what type each has to be. */
const usual: FieldMapping = {
  title: 'name',
  slug: 'slug',
  contentHtml: 'post-body',
  excerpt: 'post-summary',
  featuredImage: 'main-image',
  authors: 'author-name',
  seoTitle: 'seo-title',
  metaDescription: 'meta-description',
  canonicalUrl: 'canonical-url',
}
const texts = ['PlainText', 'RichText', 'Link']
const typesOf = (field: string): readonly string[] => (field === 'featuredImage' ? ['Image'] : texts)

/** Webflow by its Data API v2 and the token of a site. */
export const webflow = connector({
  provider: 'webflow',
  kind: 'cms',
  label,
  perMinute: 60,
  settings: z.object({}),
  secret: z.object({
    token: z.string().min(10).max(400).meta({
      title: 'API token',
      description:
        'In Webflow: Site settings, Apps & integrations, API access; needs sites:read, cms:read and cms:write',
    }),
  }),
  targets: () => ['site', 'collection'],
  endsAt: 'Site settings, Apps & integrations',
  oauth: {
    // Its answer names no scopes: the probe shows whether sites can be read.
    scopes: [],
    authorizeUrl: (connection, { clientId, redirectUri, state }) =>
      authorizeAddress(connection, 'https://webflow.com/oauth/authorize', {
        client_id: clientId,
        response_type: 'code',
        scope: 'sites:read cms:read cms:write',
        redirect_uri: redirectUri,
        state,
      }),
    async exchange(connection, given) {
      const address = 'https://api.webflow.com/oauth/access_token'
      const { token, scopes } = await tokenFor(connection, { label, address }, given)
      return { secret: { token }, scopes }
    },
    revoke: revokeGrant,
  },

  async probe(connection) {
    const sites = await readSites(connection)
    const [first] = sites
    if (first === undefined) throw new ConnectorFault('forbidden', 'This token reads no site.', { reason: 'no_site' })
    if (connection.target !== null) await placeOf(connection)
    const name = connection.site?.name ?? (sites.length === 1 ? first.displayName : `${sites.length} sites`)
    const checks = [{ name: 'read', ok: true, detail: `Reads ${name}.` }]
    return { connectedAs: name, capabilities: ['items'], checks }
  },

  async listTargets(connection, type, within) {
    if (type === 'site')
      return (await readSites(connection)).map(({ id, displayName }) => ({ externalId: id, name: displayName }))
    if (within === null) throw new ConnectorFault('invalid', 'Select a site first.', { reason: 'site_missing' })
    const collections = await readCollections(connection, within.externalId)
    return collections.map(({ id, displayName }) => ({ externalId: id, name: displayName }))
  },

  async fields(connection) {
    const { collection } = await placeOf(connection)
    return collection.fields
      .filter(({ slug, isEditable }) => isEditable && slug !== ownField)
      .map(({ slug, type, isRequired }) => ({ name: slug, required: isRequired, type }))
  },

  defaultMapping(fields) {
    const types = new Map(fields.map(({ name, type }) => [name, type]))
    return Object.fromEntries(
      entriesOf(usual).filter(([field, name]) => {
        const type = types.get(name)
        return type !== undefined && typesOf(field).includes(type)
      }),
    )
  },

  expected: ({ item, mapping }) => expectedOf(item, mapping),

  async find(connection, { item, mapping }) {
    const place = await placeOf(connection)
    const keepsId = place.collection.fields.some(({ slug }) => slug === ownField)
    const isOurs = (found: Item) =>
      keepsId ? found.fieldData[ownField] === item.id : isSamePost(found, { item, mapping })
    // A slug that was taken got some characters more: then every item is looked at.
    const found = (await findItem(connection, isOurs, item.slug)) ?? (await findItem(connection, isOurs))
    return found === undefined ? undefined : copyOf(found, mapping, place)
  },

  async upsert(connection, { item, mapping, as, externalId }) {
    const place = await placeOf(connection)
    const json = {
      isDraft: as === 'draft',
      isArchived: false,
      fieldData: await fieldData(connection, { item, mapping }),
    }
    if (externalId === null) {
      const path = `${itemsPath(connection)}${as === 'draft' ? '' : '/live'}`
      return writtenOf(copyOf(itemIn(await call(connection, path, { method: 'POST', json })), mapping, place))
    }
    const changed = itemIn(await call(connection, itemsPath(connection, externalId), { method: 'PATCH', json }))
    if (as === 'published') await publish(connection, externalId)
    return writtenOf(copyOf(changed, mapping, place))
  },

  async unpublish(connection, { externalId }) {
    await takeDown(connection, externalId)
    // Otherwise the next publication of the whole site would bring it back.
    await call(connection, itemsPath(connection, externalId), { method: 'PATCH', json: { isDraft: true } })
  },

  async remove(connection, externalId) {
    await takeDown(connection, externalId)
    await unlessGone(call(connection, itemsPath(connection, externalId), { method: 'DELETE' }))
  },

  async fetch(connection, externalId, mapping) {
    const place = await placeOf(connection)
    return copyOf(itemIn(await call(connection, itemsPath(connection, externalId))), mapping, place)
  },
})

const writtenOf = ({ externalId, externalUrl, etag }: ReturnType<typeof copyOf>) => ({
  externalId,
  externalUrl,
  etag,
  warnings: [],
})

type Sent = { item: CmsItem; mapping: FieldMapping }

/** Fields that the collection does not have would be refused together with all others. */
async function fieldData(connection: Connection, { item, mapping }: Sent): Promise<Record<string, unknown>> {
  const { collection } = await placeOf(connection)
  const known = new Set(collection.fields.map(({ slug }) => slug))
  const values = valuesOf(item)
  const entries = entriesOf(mapping)
    .filter(([field, name]) => known.has(name) && field in values)
    .map(([field, name]) => [name, values[field]] as const)
  return Object.fromEntries([...entries, ...(known.has(ownField) ? [[ownField, item.id] as const] : [])])
}

const published = z.object({ publishedItemIds: z.array(z.string()) })

async function publish(connection: Connection, id: string): Promise<void> {
  const json = { itemIds: [id] }
  const answer = await call(connection, `${itemsPath(connection)}/publish`, { method: 'POST', json })
  if (published.safeParse(answer).data?.publishedItemIds.includes(id) === true) return
  throw new ConnectorFault('invalid', `${label} did not publish the item.`, { reason: 'not_published' })
}

/** Off the public site; one that is not there counts, too. */
const takeDown = (connection: Connection, id: string) =>
  unlessGone(call(connection, `${itemsPath(connection, id)}/live`, { method: 'DELETE' }))

async function unlessGone(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    const isGone = error instanceof ConnectorFault && (error.kind === 'notFound' || error.httpStatus === 409)
    if (!isGone) throw error
  })
}

// Where the id of the item is not kept, only what was sent tells our post from somebody else's.
function isSamePost({ fieldData }: Item, { item, mapping }: CmsCreated): boolean {
  const body = mapping.contentHtml === undefined ? undefined : fieldData[mapping.contentHtml]
  const slug = String(fieldData['slug'] ?? '')
  return (
    (slug === item.slug || slug.startsWith(`${item.slug}-`)) &&
    fieldData['name'] === item.title &&
    (body === undefined || comparableHtml(String(body)) === comparableHtml(item.contentHtml))
  )
}
