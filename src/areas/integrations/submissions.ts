import { createHash } from 'node:crypto'

import { sql } from 'kysely'

import { lockIntegration } from '#areas/integrations/connections/integration-rows.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import { newId } from '#kernel/ids.ts'

import { ofRequest } from './delivery-rows.ts'

/** What is kept of a submission: as a delivery, so that lists show it. */
type Submission = {
  endpoint: string
  httpStatus: number
  urls: readonly string[]
  keyFile: KeyFile
}

/** When a key file last answered with its key. */
export type KeyFile = { location: string; seenAt: string }

// Where the key file is says what the key is.
const digest = (location: string): string => createHash('sha256').update(location).digest('hex')

/** How long a submission may be on its way: longer than its requests take. */
const underWay = sql`interval '2 minutes'`

/** Addresses that were submitted within the last five minutes, or are on their way. `except`: the delivery that asks. */
export async function submittedLately(
  db: Reader,
  { integrationId, except = '' }: { integrationId: string; except?: string },
): Promise<Set<string>> {
  const { rows } = await sql<{ url: string }>`
    select distinct jsonb_array_elements_text(body::jsonb -> 'urlList') as url from app.delivery
    where kind = 'indexnow' and integration_id = ${integrationId} and id <> ${except}
      and (state = 'succeeded' and finished_at > now() - interval '5 minutes'
        or state = 'delivering' and updated_at > now() - ${underWay})`.execute(db)
  return new Set(rows.map(({ url }) => url))
}

/** A submission that is about to be sent: nobody else sends its addresses meanwhile. */
export type Claim = { id: string | undefined; urls: string[] }

/**
 * Takes those of these addresses that nobody else submits or has just submitted, under the lock of the integration: two calls at
 * the same time send each address once (integrations.md#addresses-are-taken-before).
 */
export async function claimAddresses(
  db: Writer,
  { integrationId, urls: given }: { integrationId: string; urls: readonly string[] },
): Promise<Claim> {
  await lockIntegration(db, integrationId)
  await claimsOf(db, integrationId)
    .where('updated_at', '<', sql<Date>`now() - ${underWay}`)
    .execute()
  const lately = await submittedLately(db, { integrationId })
  const urls = given.filter((one) => !lately.has(one))
  if (urls.length === 0) return { id: undefined, urls }
  const id = newId('delivery')
  await db
    .insertInto('delivery')
    .values({
      id,
      ...ofRequest(),
      kind: 'indexnow',
      event: 'indexnow.submit',
      endpoint: integrationId,
      integration_id: integrationId,
      url: 'https://api.indexnow.org/indexnow',
      reason: 'submitIndexNow',
      subjects: [],
      body: JSON.stringify({ urlList: urls }),
      state: 'delivering',
      attempts: 1,
      tries: 1,
    })
    .execute()
  return { id, urls }
}

/** Gives the addresses of a submission back that came to nothing. */
export async function dropClaim(db: Writer, integrationId: string, id: string): Promise<void> {
  await claimsOf(db, integrationId).where('id', '=', id).execute()
}

/** What calls have taken; the deliveries of jobs end by themselves. */
const claimsOf = (db: Writer, integrationId: string) =>
  db
    .deleteFrom('delivery')
    .where('kind', '=', 'indexnow')
    .where('integration_id', '=', integrationId)
    .where('state', '=', 'delivering')
    .where('job_id', 'is', null)

/** The last look at this key file that found the key, not longer than an hour ago and not before the key was set. */
export async function keyFileSeen(
  db: Reader,
  { integrationId, location, since }: { integrationId: string; location: string; since: Date | null },
): Promise<KeyFile | undefined> {
  const { rows } = await sql<{ seenAt: string | null }>`
    select max(body::jsonb ->> 'keyFileSeenAt') as "seenAt" from app.delivery
    where kind = 'indexnow' and integration_id = ${integrationId} and state = 'succeeded'
      and finished_at > now() - interval '1 day' and finished_at > ${since}
      and body::jsonb ->> 'keyFile' = ${digest(location)}
      and (body::jsonb ->> 'keyFileSeenAt')::timestamptz > now() - interval '1 hour'`.execute(db)
  const seenAt = rows[0]?.seenAt ?? undefined
  return seenAt === undefined ? undefined : { location, seenAt }
}

/** What a delivery keeps of a submission. */
export const submissionBody = ({ urls, keyFile }: Pick<Submission, 'urls' | 'keyFile'>): string =>
  JSON.stringify({ urlList: urls, keyFile: digest(keyFile.location), keyFileSeenAt: keyFile.seenAt })

/** Notes that a claim was submitted. */
export async function noteSubmission(
  db: Writer,
  id: string,
  { endpoint, httpStatus, urls, keyFile }: Submission,
): Promise<void> {
  await db
    .updateTable('delivery')
    .set({
      url: endpoint,
      body: submissionBody({ urls, keyFile }),
      state: 'succeeded',
      http_status: httpStatus,
      finished_at: sql<Date>`clock_timestamp()`,
      updated_at: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', id)
    .execute()
}
