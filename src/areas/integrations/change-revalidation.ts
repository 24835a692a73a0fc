import { sql } from 'kysely'
import { z } from 'zod'

import type { Writer } from '#kernel/database.ts'
import { url } from '#kernel/schema.ts'
import { nextVersion } from '#kernel/version.ts'

import { changeDeliveries, endDeliveries, inMs, notConnectedError, waiting } from './delivery-rows.ts'
import { enable, furnishEndpoint } from './endpoints.ts'
import { endpointOf, type RevalidationSettings, settingsOf } from './webhook-target.ts'

/** The settings that an input may name. */
export const revalidationInput = z
  .strictObject({ webhookUrl: url().nullable().optional(), notifySearchEngines: z.boolean().optional() })
  .refine((given) => Object.values(given).some((value) => value !== undefined), {
    message: 'Must have webhookUrl or notifySearchEngines',
  })

type Given = z.output<typeof revalidationInput>

/**
 * Stores the given settings as the next version. A changed address counts as one that never failed, and waiting deliveries go
 * there, starting from their first attempt; if there is no longer an address, they end. Returns the new settings.
 */
export async function saveRevalidationSettings(
  db: Writer,
  before: RevalidationSettings,
  given: Given,
): Promise<RevalidationSettings> {
  const { webhookUrl, notifySearchEngines = before.notifySearchEngines } = given
  const address = webhookUrl === undefined ? {} : { own_address: true, webhook_url: webhookUrl }
  const row = await db
    .updateTable('revalidation_setting')
    .set({ notify_search_engines: notifySearchEngines, ...address, ...nextVersion })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (webhookUrl === null) await endWaiting(db)
  if (typeof webhookUrl === 'string') await sendElsewhere(db, before, webhookUrl)
  return settingsOf(row)
}

async function sendElsewhere(
  db: Writer,
  { hasOwnAddress, webhookUrl }: RevalidationSettings,
  url: string,
): Promise<void> {
  const endpoint = endpointOf(url)
  await furnishEndpoint(db, endpoint)
  if (!hasOwnAddress || webhookUrl !== url) await enable(db, endpoint)
  await changeDeliveries(db, sql<boolean>`${waiting} and endpoint <> ${endpoint}`, {
    url,
    endpoint,
    state: 'queued',
    tries: 0,
    next_attempt_at: inMs(0),
  })
}

async function endWaiting(db: Writer): Promise<void> {
  await endDeliveries(db, waiting, { state: 'failed', error: notConnectedError })
}
