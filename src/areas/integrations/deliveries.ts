import { type Selectable, sql } from 'kysely'
import { z } from 'zod'

import type { Reader, Writer } from '#kernel/database.ts'
import { listPage } from '#kernel/list-page.ts'
import { id, iso, timestamp } from '#kernel/schema.ts'
import type { Tables } from '#kernel/tables.ts'

import { hostOf } from './webhook-target.ts'

export const deliveryKinds = ['revalidation', 'cms', 'chat', 'indexnow'] as const
/** `failed`: the last attempt failed; the next one is at `nextAttemptAt`, if there is one. */
export const deliveryStates = ['queued', 'delivering', 'succeeded', 'failed', 'exhausted'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** A delivery as lists show it. */
export const deliveryOutput = z.object({
  id: id('delivery'),
  kind: z.enum(deliveryKinds),
  target: z.string().describe('Host of the address'),
  event: z.string(),
  reason: z.string(),
  messageId: id('message').nullable().describe('The webhook-id that the receiver sees'),
  integrationId: id('integration').nullable(),
  itemId: id('item').nullable(),
  state: z.enum(deliveryStates),
  attempts: z.int(),
  httpStatus: z.int().nullable(),
  nextAttemptAt: timestamp().nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  supersededBy: id('delivery').nullable().describe('The newer delivery that replaced this one'),
  requestHash: z.string().describe('SHA-256 of the body'),
  finishedAt: timestamp().nullable(),
  version: z.int(),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})

type Output = z.input<typeof deliveryOutput>

declare module '#kernel/json-columns.ts' {
  interface JsonColumns {
    'delivery.error': NonNullable<Output['error']>
  }
}

const columns = [
  'id',
  'kind',
  'message_id',
  'url',
  'reason',
  'event',
  'integration_id',
  'item_id',
  'state',
  'attempts',
  'http_status',
  'next_attempt_at',
  'error',
  'superseded_by',
  'finished_at',
  'version',
  'created_at',
  'updated_at',
] as const

type Row = Pick<Selectable<Tables['delivery']>, (typeof columns)[number]> & {
  disabled_at: Date | null
  request_hash: string
}

export function outputOfDelivery(row: Row): Output {
  const isHeld = row.disabled_at !== null
  return {
    id: row.id,
    kind: row.kind as Output['kind'],
    target: hostOf(row.url),
    event: row.event,
    reason: row.reason,
    messageId: row.message_id,
    integrationId: row.integration_id,
    itemId: row.item_id,
    state: row.state,
    attempts: row.attempts,
    httpStatus: row.http_status,
    nextAttemptAt: isHeld ? null : iso(row.next_attempt_at),
    error: row.error,
    supersededBy: row.superseded_by,
    requestHash: row.request_hash,
    finishedAt: iso(row.finished_at),
    version: row.version,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  }
}

type Filter = {
  kind?: string | undefined
  state?: DeliveryState | undefined
  search?: string | undefined
  page: number
  pageSize: number
}

// What `hostOf` shows of an address: the rest of it cannot be searched either.
const host = sql`substring(url from '(?i)^https?://([^/\\\\?#]+)')`

/** A page of the deliveries, newest first. */
export async function listDeliveryRows(
  db: Reader,
  { kind, state, search, page, pageSize }: Filter,
): Promise<{ rows: Row[]; total: number }> {
  const term = (search ?? '').trim()
  const found = db
    .selectFrom('delivery')
    .$if(kind !== undefined, (some) => some.where('kind', '=', kind ?? ''))
    .$call((some) => (state === undefined ? some : some.where('state', '=', state)))
    .$if(term !== '', (some) =>
      some.where(
        sql<boolean>`position(lower(${term}) in lower(concat_ws(' ', delivery.id, message_id, reason, ${host}, subjects))) > 0`,
      ),
    )
  return listPage(found, { page, pageSize }, (all) =>
    all
      .leftJoin('webhook_endpoint', 'webhook_endpoint.endpoint', 'delivery.endpoint')
      .select(columns.map((column) => `delivery.${column}` as const))
      .select('webhook_endpoint.disabled_at')
      .select(sql<string>`encode(sha256(convert_to(body, 'UTF8')), 'hex')`.as('request_hash'))
      .orderBy('delivery.created_at', 'desc')
      .orderBy('delivery.id', 'desc'),
  )
}

/** The message to the website that was attempted last, or the newest where none was. */
export async function lastDelivery(
  db: Reader,
): Promise<{ state: string; httpStatus: number | null; at: Date } | undefined> {
  const row = await db
    .selectFrom('delivery')
    .select(['state', 'http_status', 'updated_at'])
    .where('kind', '=', 'revalidation')
    .where('superseded_by', 'is', null)
    .orderBy(sql`attempts > 0`, 'desc')
    .orderBy('updated_at', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? undefined : { state: row.state, httpStatus: row.http_status, at: row.updated_at }
}

/** Removes deliveries that ended more than 90 days ago. Returns how many, `limit` at most. */
export async function removeOldDeliveries(db: Writer, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('delivery')
    .where('id', 'in', (query) =>
      query
        .selectFrom('delivery')
        .select('id')
        .where('finished_at', '<', sql<Date>`now() - interval '90 days'`)
        .limit(limit),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
