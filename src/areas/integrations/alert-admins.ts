import { adminAddresses } from '#areas/organizations/index.ts'
import type { Writer } from '#kernel/database.ts'
import type { Mail } from '#kernel/mail.ts'
import { oneLine } from '#std/text.ts'

import { mayAlert } from './endpoints.ts'
import { hostOf } from './webhook-target.ts'

type News = { kind: 'disabled' | 'exhausted'; row: { endpoint: string; url: string; http_status: number | null } }

/**
 * Queues a mail to the owners and administrators of the organization, in the transaction of its cause: that an address was
 * switched off, or that a delivery was given up, the latter at most once a day per address.
 */
export async function alertAdmins(
  db: Writer,
  { mail, baseUrl }: { mail: Mail; baseUrl: string },
  { kind, row }: News,
): Promise<void> {
  if (!mail.isConfigured) return
  if (kind === 'exhausted' && !(await mayAlert(db, row.endpoint))) return
  const organization = await db.selectFrom('auth.organizations').select(['name', 'slug']).executeTakeFirst()
  // Deleted while the message was under way: nobody is left who could fix it.
  if (organization === undefined) return
  const { name, slug } = organization
  const message = messageOf(kind, { host: hostOf(row.url), organization: oneLine(name), url: `${baseUrl}/o/${slug}` })
  for (const to of await adminAddresses(db)) await mail.queue(db, { to, ...message })
}

type Facts = { host: string; organization: string; url: string }

function messageOf(kind: News['kind'], { host, organization, url }: Facts): { subject: string; text: string } {
  const news =
    kind === 'disabled'
      ? {
          subject: `${host} is no longer notified of changes`,
          what: `${host} answered 410 (gone) when ${organization} notified it of a change. Nothing more is sent to it.`,
          mend: 'What has changed since then waits. It is sent after a successful test delivery, or to another address.',
        }
      : {
          subject: `${host} could not be notified of a change`,
          what: `${host} did not accept a change of ${organization} in ten attempts over three days.`,
          mend: 'Fix the website, then send again what was given up (retryDelivery).',
        }
  return { subject: news.subject, text: [news.what, '', news.mend, '', url].join('\n') }
}
