import { createHash } from 'node:crypto'

import { sql } from 'kysely'

import { noticeStates, type IntegrationRow } from '#areas/integrations/connections/integration-rows.ts'
import { inMs, ofRequest } from '#areas/integrations/delivery-rows.ts'
import { sendNotices } from '#areas/integrations/jobs/send-notices.ts'
import { question, selectFrom } from '#kernel/ask.ts'
import type { ContentChange } from '#kernel/change.ts'
import type { Writer } from '#kernel/database.ts'
import { newId } from '#kernel/ids.ts'
import type { Start } from '#kernel/job.ts'

/** How long an address waits for further changes. */
const debounceMs = 5 * 60_000
/** Addresses of one submission. */
const mostUrls = 10_000

type IndexNow = Pick<IntegrationRow, 'id' | 'settings'>

/** The IndexNow that addresses may go to; undefined where none is connected. A question. */
export const indexNowAsked = () =>
  question(
    selectFrom('integration')
      .select(['id', 'settings'])
      .where('provider', '=', 'indexnow')
      .where('state', 'in', noticeStates)
      .limit(1),
    ([row]): IndexNow | undefined => row,
  )

/**
 * Writes what search engines learn of a change, in its transaction: the addresses that are on the host of the key file, once for all
 * changes of five minutes (integrations.md#engines-learn-of-changes).
 */
export async function announceToIndexNow(
  db: Writer,
  change: ContentChange,
  { integration, siteUrl, start }: { integration: IndexNow; siteUrl: string | null; start: Start },
): Promise<void> {
  const host = URL.parse(integration.settings['keyLocation'] ?? siteUrl ?? '')?.host
  if (host === undefined || change.reason === 'redirect_changed') return
  const named = change.items.flatMap(({ url, previousUrl }) => [url, previousUrl ?? []].flat())
  const urls = [...new Set(named)].filter((url) => URL.parse(url)?.host === host).slice(0, mostUrls)
  if (urls.length === 0) return
  const waiting = await waitingSubjects(db, { integrationId: integration.id, subjects: urls.map(subjectOf) })
  const fresh = urls.filter((url) => !waiting.has(subjectOf(url)))
  if (fresh.length === 0) return
  const { jobId } = await start(sendNotices, {}, { inMs: debounceMs })
  const [only] = change.items
  await db
    .insertInto('delivery')
    .values({
      id: newId('delivery'),
      ...ofRequest(),
      kind: 'indexnow',
      event: 'indexnow.submit',
      endpoint: integration.id,
      url: 'https://api.indexnow.org/indexnow',
      reason: change.reason,
      subjects: fresh.map(subjectOf),
      body: JSON.stringify({ urlList: fresh }),
      integration_id: integration.id,
      item_id: change.items.length === 1 ? (only?.id ?? null) : null,
      job_id: jobId,
      next_attempt_at: inMs(debounceMs),
    })
    .execute()
}

const subjectOf = (url: string): string => `url:${createHash('sha256').update(url).digest('hex')}`

/** Those of these addresses that wait for their first submission. */
async function waitingSubjects(
  db: Writer,
  { integrationId, subjects }: { integrationId: string; subjects: readonly string[] },
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('delivery')
    .select('subjects')
    .where('integration_id', '=', integrationId)
    .where('kind', '=', 'indexnow')
    .where('attempts', '=', 0)
    .where('next_attempt_at', 'is not', null)
    .where(sql<boolean>`subjects && ${[...subjects]}::text[]`)
    .execute()
  return new Set(rows.flatMap((row) => row.subjects))
}
