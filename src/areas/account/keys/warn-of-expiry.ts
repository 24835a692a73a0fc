import { sql } from 'kysely'

import type { AuthDb } from '#kernel/database.ts'
import type { Mail } from '#kernel/mail.ts'
import { oneLine } from '#std/text.ts'

type Due = {
  name: string
  prefix: string
  last4: string
  expires_at: Date
  days: number
  email: string
  organization: string
  slug: string
}

/**
 * Queues a mail to the creator of each key that expires within 14, 7 or 1 days, one for each of these. Not for a key whose whole
 * lifetime is no longer than that, that has a successor, or that could not be used anyway. Mark and mail are one transaction,
 * and rows that another node has locked are left to it, so each mail is queued once.
 *
 * @returns how many; as many as `batch` means that there may be more
 */
export async function warnOfExpiry(
  db: AuthDb,
  { mail, baseUrl, now, batch }: { mail: Mail; baseUrl: string; now: Date; batch: number },
): Promise<number> {
  if (!mail.isConfigured) return 0
  const { rows } = await sql<Due>`
    with near as (
      select k.id, k.expiry_mail, k.expires_at - k.created_at as life,
        case when k.expires_at <= ${now}::timestamptz + interval '1 day' then 1
          when k.expires_at <= ${now}::timestamptz + interval '7 days' then 7 else 14 end as days
      from auth.api_keys k
      where k.revoked_at is null and k.disabled_at is null and k.expires_at > ${now} and k.expires_at <= ${now}::timestamptz + interval '14 days'
        and not exists (select from auth.api_keys s where s.rotated_from = k.id and s.revoked_at is null)
    ), due as (
      select k.id, n.days, u.email, o.name as organization, o.slug
      from near n
        join auth.api_keys k on k.id = n.id
        join auth.users u on u.id = k.user_id and u.disabled_at is null
        join auth.memberships m on m.organization_id = k.organization_id and m.user_id = k.user_id and m.suspended_at is null
        join auth.organizations o on o.id = k.organization_id
      where (n.expiry_mail is null or n.expiry_mail > n.days) and n.life > make_interval(days => n.days)
      order by k.id limit ${batch} for update of k skip locked
    )
    update auth.api_keys k set expiry_mail = due.days from due
    where k.id = due.id and (k.expiry_mail is null or k.expiry_mail > due.days)
    returning k.name, k.prefix, k.last4, k.expires_at, due.days, due.email, due.organization, due.slug`.execute(db)
  for (const key of rows) await mail.queue(db, messageOf(key, baseUrl))
  return rows.length
}

function messageOf({ name, prefix, last4, expires_at: at, days, email, organization, slug }: Due, baseUrl: string) {
  const title = oneLine(name)
  const within = days === 1 ? 'within a day' : `within ${days} days`
  return {
    to: email,
    subject: `API key “${title}” expires ${within}`,
    text: [
      `Your API key “${title}” (${prefix}...${last4}) in ${oneLine(organization)} ends at ${at.toISOString()}.`,
      '',
      'Rotate it before then: programs that use it are refused afterwards.',
      '',
      `${baseUrl}/o/${slug}/settings/api`,
    ].join('\n'),
  }
}
