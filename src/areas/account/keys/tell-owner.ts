import { sql } from 'kysely'

import type { Actor, OrganizationFacts } from '#kernel/access.ts'
import type { Writer } from '#kernel/database.ts'
import type { Mail } from '#kernel/mail.ts'
import { oneLine } from '#std/text.ts'

import type { ApiKey } from './api-keys.ts'

type Change = 'revoked' | 'rotated' | 'disabled' | 'enabled'
type Parts = {
  db: Writer
  mail: Mail
  actor: Actor
  access: { organization: OrganizationFacts }
  baseUrl: string
}

/** Mails the creator of a key what somebody else did to it (web.md#owners-hear-about-their-keys). */
export async function tellOwner(parts: Parts, key: ApiKey, change: Change): Promise<void> {
  const { db, mail, actor, access, baseUrl } = parts
  const ownerId = key.createdBy.userId
  if (!mail.isConfigured || ownerId === actor.userId) return

  const { rows } = await sql<Person>`select user_id, email, display_name from auth.members_of_organization()`.execute(
    db,
  )
  const owner = rows.find(({ user_id }) => user_id === ownerId)
  if (owner === undefined) return
  const by = oneLine(rows.find(({ user_id }) => user_id === actor.userId)?.display_name ?? 'Somebody')
  const { name, slug } = access.organization
  const title = oneLine(key.name)
  await mail.queue(db, {
    to: owner.email,
    subject: `Your API key “${title}” was ${change}`,
    text: [
      `${by} ${change} your API key “${title}” (${key.prefix}...${key.last4}) in ${oneLine(name)}.`,
      '',
      change === 'enabled'
        ? 'Programs that use it work again.'
        : 'Programs that use it are refused from their next request on.',
      '',
      `${baseUrl}/o/${slug}/settings/api`,
    ].join('\n'),
  })
}

type Person = { user_id: string; email: string; display_name: string }
