import type { IntegrationRow } from '#areas/integrations/connections/integration-rows.ts'
import { keyFileSeen, submissionBody, submittedLately } from '#areas/integrations/submissions.ts'
import { getSettings } from '#areas/organizations/index.ts'
import type { Connection } from '#kernel/connection.ts'
import { ConnectorFault } from '#kernel/connector-fault.ts'
import type { IndexNowConnector } from '#kernel/connector.ts'
import type { JobCtx } from '#kernel/job.ts'

type Submitting = {
  connector: IndexNowConnector
  connection: Connection
  row: IntegrationRow
  deliveryId: string
  urls: readonly string[]
}

/** What a submission leaves in the row of its delivery; `url`: who was told. */
type Submitted = { http_status: number | null; body?: string; url?: string }

/**
 * Submits the addresses that were not submitted within the last five minutes, after a look at the key file where the last one is
 * an hour ago. Errors: `ConnectorFault`; `notFound` with the reason `key_file`.
 */
export async function submitWaiting(ctx: JobCtx, given: Submitting): Promise<Submitted> {
  const { connector, connection, row, urls } = given
  const { siteUrl } = await ctx.read((db) => getSettings(db))
  const location = connector.keyLocation(connection, siteUrl)
  if (location === undefined)
    throw new ConnectorFault('invalid', 'The place of the key file is not known: the website has no address.', {
      reason: 'key_file',
    })
  const { host } = new URL(location)
  const lately = await ctx.read((db) => submittedLately(db, { integrationId: row.id, except: given.deliveryId }))
  const fresh = urls.filter((url) => !lately.has(url) && URL.parse(url)?.host === host)
  if (fresh.length === 0) return { http_status: null }
  const seen = await ctx.read((db) => keyFileSeen(db, { integrationId: row.id, location, since: row.secret_set_at }))
  if (seen === undefined) await connector.checkKeyFile(connection, location)
  const keyFile = seen ?? { location, seenAt: ctx.now().toISOString() }
  const { endpoint, httpStatus } = await connector.submit(connection, { keyLocation: location, urls: fresh })
  return { http_status: httpStatus, url: endpoint, body: submissionBody({ urls: fresh, keyFile }) }
}
