import { z } from 'zod'

import { type Site, siteOf, urlOfRow } from '#areas/addresses/index.ts'
import { allCollections, collectionNamed } from '#areas/collections/index.ts'
import { askService, noteSuccess } from '#areas/integrations/connections/faults.ts'
import { findOfProvider, type IntegrationRow } from '#areas/integrations/connections/integration-rows.ts'
import { openConnection, requireUsable } from '#areas/integrations/connections/open-connection.ts'
import {
  type Claim,
  claimAddresses,
  dropClaim,
  keyFileSeen,
  noteSubmission,
  submittedLately,
} from '#areas/integrations/submissions.ts'
import { findItems, type ItemRow } from '#areas/items/index.ts'
import { bindRecords } from '#kernel/bind-records.ts'
import type { Connection } from '#kernel/connection.ts'
import { ConnectorFault } from '#kernel/connector-fault.ts'
import type { IndexNowConnector } from '#kernel/connector.ts'
import type { PrepareCtx } from '#kernel/context.ts'
import type { Reader } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { operation } from '#kernel/operation.ts'
import { id, url } from '#kernel/schema.ts'

export const submitIndexNow = operation({
  name: 'submitIndexNow',
  title: 'Submit addresses to IndexNow',
  summary: 'Tells search engines which addresses changed.',
  scope: 'integrations:write',
  risk: 'publish',
  reachesOut: true,
  errors: [
    'not_found',
    'invalid_transition',
    'not_connected',
    'auth_expired',
    'key_file_missing',
    'url_not_allowed',
    'target_rejected',
    'upstream_failed',
    'unavailable',
  ],
  examples: [{ title: 'One address', input: { urls: ['https://www.example.com/news'] } }],
  input: z
    .strictObject({
      itemIds: z.array(id('item')).min(1).max(10_000).optional(),
      urls: z.array(url()).min(1).max(10_000).optional(),
    })
    .refine((given) => (given.itemIds === undefined) !== (given.urls === undefined), {
      path: ['urls'],
      message: 'Give exactly one of itemIds and urls',
    }),
  output: z.object({
    perEndpoint: z.array(
      z.object({
        endpoint: z.string(),
        status: z.int().nullable(),
        submitted: z.int(),
        skipped: z.int(),
      }),
    ),
    urls: z.array(z.string()).nullable().describe('The addresses, in a rehearsal; null where they were submitted'),
  }),

  async prepare(ctx, given) {
    const found = await ctx.read((db) => lookUp(ctx, db, given))
    const { row, urls, connector, connection } = found
    const claim = await claimed(ctx, { integrationId: row.id, urls })
    const counts = { submitted: claim.urls.length, skipped: urls.length - claim.urls.length }
    const { id: claimId } = claim
    const shown = ctx.isRehearsal ? urls : null
    if (claimId === undefined)
      return { row, counts, endpoint: connector.endpoint(connection), sent: undefined, urls: shown }
    try {
      const sent = await submit(ctx, found, claim.urls)
      return { row, counts, endpoint: sent.endpoint, sent: { ...sent, claimId }, urls: shown }
    } catch (error) {
      await ctx.note(({ db }) => dropClaim(db, row.id, claimId))
      throw error
    }
  },

  async handle({ db }, _given, { row, counts, endpoint, sent, urls }) {
    // An approval binds the key and its place, and the addresses (approvals.md#approvals-bind-addresses).
    await bindRecords(db, 'integration', [row.id])
    if (sent !== undefined) {
      await noteSubmission(db, sent.claimId, sent)
      await noteSuccess(db, row.id)
    }
    return { perEndpoint: [{ endpoint, status: sent?.httpStatus ?? null, ...counts }], urls }
  },
})

/** Takes the addresses that are to be sent; a rehearsal only looks which these would be. */
async function claimed(ctx: PrepareCtx, given: { integrationId: string; urls: readonly string[] }): Promise<Claim> {
  if (!ctx.isRehearsal) return ctx.note(({ db }) => claimAddresses(db, given))
  const lately = await ctx.read((db) => submittedLately(db, given))
  return { id: undefined, urls: given.urls.filter((one) => !lately.has(one)) }
}

type Found = Awaited<ReturnType<typeof lookUp>>

async function submit(ctx: PrepareCtx, { row, connector, connection, keyLocation, seen }: Found, urls: string[]) {
  const keyFile = seen ?? (await seeKeyFile(connector, connection, keyLocation))
  const sent = await askService(ctx, row, () => connector.submit(connection, { keyLocation, urls }))
  return { ...sent, urls, keyFile }
}

type Given = { itemIds?: string[] | undefined; urls?: string[] | undefined }

/** The integration, where its key file is, and the addresses that are meant. */
async function lookUp(ctx: PrepareCtx, db: Reader, { itemIds, urls: given = [] }: Given) {
  const row = await findOfProvider(db, 'indexnow')
  if (row === undefined)
    throw new Refusal('not_connected', 'IndexNow is not connected.', {
      howToFix: 'A person connects it in Settings > Integrations.',
    })
  requireUsable(row)
  const { connector, connection } = opened(ctx, row)
  const site = await siteOf({ db, baseUrl: ctx.baseUrl, organizationId: ctx.access.organization.id })
  const keyLocation = connector.keyLocation(connection, site.siteUrl)
  if (keyLocation === undefined)
    throw new Refusal('key_file_missing', 'The place of the key file is not known: the website has no address.', {
      howToFix: 'Set siteUrl with updateOrganizationSettings, or keyLocation with updateIntegrationSettings.',
    })
  const urls = [...new Set(itemIds === undefined ? given : await urlsOfItems(db, site, itemIds))]
  const { host } = new URL(keyLocation)
  const elsewhere = urls.find((one) => new URL(one).host !== host)
  if (elsewhere !== undefined)
    throw new Refusal('url_not_allowed', `Every address must be on ${host}, the host of the key file.`, {
      url: elsewhere,
    })
  const seen = await keyFileSeen(db, { integrationId: row.id, location: keyLocation, since: row.secret_set_at })
  return { row, connector, connection, keyLocation, urls, seen }
}

function opened(ctx: PrepareCtx, row: IntegrationRow): { connector: IndexNowConnector; connection: Connection } {
  const { connector, connection } = openConnection(ctx, row)
  if (connector.kind !== 'indexnow') throw new Error('The connector of IndexNow is of another kind')
  return { connector, connection }
}

async function urlsOfItems(db: Reader, site: Site, itemIds: readonly string[]): Promise<string[]> {
  const items = await findItems(db, itemIds)
  const collections = await allCollections(db)
  return itemIds.map((itemId) => {
    const item = items.get(itemId)
    if (item === undefined)
      throw new Refusal('not_found', 'There is no such item. listManagerItems names them.', { id: itemId })
    requireOncePublic(item)
    return urlOfRow(item, { collection: collectionNamed(collections, item.collection_id), site })
  })
}

/** Engines also learn that an address is gone; one that was never public is nobody's. */
function requireOncePublic({ id: itemId, effective_status: state, first_published_at: first }: ItemRow): void {
  if (state === 'published' || first !== null) return
  throw new Refusal('invalid_transition', 'This item was never public: publish it first, or leave it out.', {
    id: itemId,
    state,
    allowed: ['publishItem'],
  })
}

async function seeKeyFile(connector: IndexNowConnector, connection: Connection, location: string) {
  try {
    await connector.checkKeyFile(connection, location)
  } catch (error) {
    if (!(error instanceof ConnectorFault)) throw error
    throw new Refusal('key_file_missing', error.message, {
      howToFix: 'Serve the key as plain text at the address of the key file.',
    })
  }
  return { location, seenAt: new Date().toISOString() }
}
