import { createHash } from 'node:crypto'

import { sql } from 'kysely'

import type { Reader, Writer } from '#kernel/database.ts'
import { newId } from '#kernel/ids.ts'

/** What is kept of a submission: as a delivery, so that lists show it. */
type Submission = {
  integrationId: string
  endpoint: string
  httpStatus: number
  urls: readonly string[]
  keyFile: KeyFile
}

/** When a key file last answered with its key. */
export type KeyFile = { location: string; seenAt: string }

// Where the key file is says what the key is.
const digest = (location: string): string => createHash('sha256').update(location).digest('hex')

/** Those of these addresses that were submitted within the last five minutes. */
export async function submittedLately(db: Reader, integrationId: string): Promise<Set<string>> {
  const { rows } = await sql<{ url: string }>`
    select distinct jsonb_array_elements_text(body::jsonb -> 'urlList') as url from app.delivery
    where kind = 'indexnow' and integration_id = ${integrationId} and state = 'succeeded'
      and finished_at > now() - interval '5 minutes'`.execute(db)
  return new Set(rows.map(({ url }) => url))
}

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

/** Notes what was submitted. */
export async function noteSubmission(
  db: Writer,
  { integrationId, endpoint, httpStatus, urls, keyFile }: Submission,
): Promise<void> {
  await db
    .insertInto('delivery')
    .values({
      id: newId('delivery'),
      kind: 'indexnow',
      event: 'indexnow.submit',
      endpoint: integrationId,
      integration_id: integrationId,
      url: endpoint,
      reason: 'submitIndexNow',
      subjects: [],
      body: submissionBody({ urls, keyFile }),
      state: 'succeeded',
      attempts: 1,
      tries: 1,
      http_status: httpStatus,
      finished_at: sql<Date>`clock_timestamp()`,
    })
    .execute()
}
