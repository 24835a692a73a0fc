import { sql } from 'kysely'
import { z } from 'zod'

import { siteOf, urlOfRow } from '#areas/addresses/index.ts'
import { allCollections, collectionNamed } from '#areas/collections/index.ts'
import { askService, noteSuccess, openConnection, refusalOf } from '#areas/integrations/index.ts'
import { findItems } from '#areas/items/index.ts'
import { dayNumber, searchDay } from '#areas/search-console/days.ts'
import { itemsOfPages } from '#areas/search-console/items-of-pages.ts'
import { isInProperty, keepProperty, requireSearchConsole } from '#areas/search-console/property.ts'
import { ConnectorFault } from '#kernel/connector-fault.ts'
import type { PrepareCtx } from '#kernel/context.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { storedId } from '#kernel/ids.ts'
import { operation } from '#kernel/operation.ts'
import { id, url } from '#kernel/schema.ts'
import type { Inspection } from '#kernel/search-connector.ts'

/** Addresses that a property may have inspected on a day. */
const dailyQuota = 2000
const most = 10

export const inspectIndexStatus = operation({
  name: 'inspectIndexStatus',
  title: 'Inspect the index status',
  summary: 'Asks Search Console what the index says about up to ten addresses or items; counts against a daily quota.',
  scope: 'analytics:read',
  risk: 'external',
  reachesOut: true,
  errors: ['not_found', 'not_connected', 'auth_expired', 'url_not_allowed', 'upstream_failed', 'unavailable'],
  examples: [{ title: 'One address', input: { urls: ['https://www.example.com/tides'] } }],
  input: z
    .strictObject({
      itemIds: z.array(id('item')).min(1).max(most).optional(),
      urls: z.array(url()).min(1).max(most).optional(),
    })
    .refine((given) => (given.itemIds === undefined) !== (given.urls === undefined), {
      path: ['urls'],
      message: 'Give exactly one of itemIds and urls',
    }),
  output: z.object({
    results: z.array(
      z.object({
        url: z.string(),
        itemId: id('item').optional(),
        verdict: z.string().nullable(),
        coverageState: z.string().nullable(),
        googleCanonical: z.string().nullable(),
        userCanonical: z.string().nullable(),
        lastCrawlTime: z.string().nullable(),
        error: z.object({ code: z.string(), message: z.string() }).optional(),
      }),
    ),
    quotaLeft: z.int().describe('Addresses that may still be inspected today'),
  }),

  async prepare(ctx, given) {
    const { row, externalId, asked, used } = await ctx.read((db) => lookUp(ctx, db, given))
    const outside = asked.find(({ url: address }) => !isInProperty(externalId, address))
    if (outside !== undefined)
      throw new Refusal('url_not_allowed', 'This address is outside the selected property.', { url: outside.url })
    if (used + asked.length > dailyQuota)
      throw new Refusal(
        'unavailable',
        "Today's inspections are used up.",
        { reason: 'target_rate_limited' },
        {
          retryAfter: 3600,
        },
      )
    const { connector, connection } = openConnection(ctx, row)
    if (connector.kind !== 'search') throw new Error('The connector of Search Console is of another kind')
    const results: Result[] = []
    try {
      for (const one of asked) {
        if (ctx.isRehearsal) results.push({ ...one, ...nothing })
        else
          results.push(await askService(ctx, row, () => inspected(() => connector.inspect(connection, one.url), one)))
      }
    } catch (error) {
      // Those before it were made, although the call fails.
      if (results.length > 0)
        await ctx.note(({ db }) => addInspected(db, { externalId, at: ctx.now, n: results.length }))
      throw error
    }
    return { integrationId: row.id, externalId, results, used }
  },

  async handle({ db, now }, _given, { integrationId, externalId, results, used }) {
    const n = results.length
    await addInspected(db, { externalId, at: now, n })
    await noteSuccess(db, integrationId)
    return { results, quotaLeft: Math.max(0, dailyQuota - used - n) }
  },
})

/** Counts inspections of a property against the quota of the day. */
async function addInspected(db: Writer, { externalId, at, n }: { externalId: string; at: Date; n: number }) {
  const { id: propertyId } = await keepProperty(db, externalId)
  await sql`insert into app.search_inspection (organization_id, property_id, day, n)
    values (app.org(), ${propertyId}, ${dayNumber(searchDay(at))}, ${n})
    on conflict (organization_id, property_id, day) do update set n = search_inspection.n + excluded.n`.execute(db)
}

type Asked = { url: string; itemId?: `itm_${string}` }
type Result = Asked & Inspection & { error?: { code: string; message: string } }

const nothing: Inspection = {
  verdict: null,
  coverageState: null,
  googleCanonical: null,
  userCanonical: null,
  lastCrawlTime: null,
}

/** What the index says of one address. A fault of one is told with it; one that ends everything is thrown by the first. */
async function inspected(ask: () => Promise<Inspection>, asked: Asked): Promise<Result> {
  try {
    return { ...asked, ...(await ask()) }
  } catch (error) {
    if (!(error instanceof ConnectorFault)) throw error
    if (error.kind === 'auth' || error.kind === 'rateLimited') throw error
    const { code, message } = refusalOf(error)
    return { ...asked, ...nothing, error: { code, message } }
  }
}

type Given = { itemIds?: string[] | undefined; urls?: string[] | undefined }

async function lookUp(ctx: PrepareCtx, db: Reader, { itemIds, urls = [] }: Given) {
  const { row, externalId } = await requireSearchConsole(db)
  const asked = itemIds === undefined ? await withItems(db, urls) : await ofItems(ctx, db, itemIds)
  const { rows } = await sql<{ n: number }>`select n from app.search_inspection i
    join app.search_property p on p.organization_id = i.organization_id and p.id = i.property_id
    where p.external_id = ${externalId} and i.day = ${dayNumber(searchDay(ctx.now))}`.execute(db)
  return { row, externalId, asked, used: rows[0]?.n ?? 0 }
}

async function withItems(db: Reader, urls: readonly string[]): Promise<Asked[]> {
  const items = await itemsOfPages(db, urls)
  return urls.map((address) => {
    const itemId = items.get(address)
    return itemId === undefined ? { url: address } : { url: address, itemId }
  })
}

async function ofItems(ctx: PrepareCtx, db: Reader, itemIds: readonly string[]): Promise<Asked[]> {
  const site = await siteOf({ db, baseUrl: ctx.baseUrl, organizationId: ctx.access.organization.id })
  const items = await findItems(db, itemIds)
  const collections = await allCollections(db)
  return itemIds.map((itemId) => {
    const item = items.get(itemId)
    if (item === undefined)
      throw new Refusal('not_found', 'There is no such item. listManagerItems names them.', { id: itemId })
    const address = urlOfRow(item, { collection: collectionNamed(collections, item.collection_id), site })
    return { url: address, itemId: storedId('item', itemId) }
  })
}
