import { sql } from 'kysely'
import { z } from 'zod'

import { countEverything } from '#areas/organizations/counts.ts'
import { lockOrganization, requireMember } from '#areas/organizations/members.ts'
import { getName } from '#areas/organizations/settings.ts'
import type { Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { operation } from '#kernel/operation.ts'
import { title } from '#kernel/schema.ts'

export const deleteOrganization = operation({
  name: 'deleteOrganization',
  title: 'Delete the organization',
  summary:
    'Deletes the organization for good: every request to it is refused at once, its rows are removed within hours. Needs its name.',
  excluded: 'cross_organization',
  instead: 'open Settings > Organization in the web application',
  role: 'owner',
  elevated: true,
  risk: 'destructive',
  errors: ['role_forbidden'],
  input: z.strictObject({ name: title(120).describe('The name of the organization, exactly as it is') }),
  output: z.object({
    deleted: z.literal(true),
    items: z.int().describe('Items that are deleted, including those in the trash'),
    media: z.int(),
    members: z.int().describe('Memberships that ended'),
    revokedTokens: z.int().describe('API keys and grants that ended'),
    canceledInvitations: z.int(),
  }),

  async handle({ db, actor }, { name }) {
    await lockOrganization(db)
    const { role } = await requireMember(db, actor.userId)
    if (role !== 'owner') throw new Refusal('role_forbidden', 'Only an owner can delete an organization.', { role })
    if (name !== (await getName(db))) throw anotherName()

    const { items, media } = await countEverything(db)
    const { members, tokens, invitations } = await endOrganization(db)

    const counted = { items: items.total + items.trashed, media, members }
    return { deleted: true as const, ...counted, revokedTokens: tokens, canceledInvitations: invitations }
  },
})

function anotherName(): Refusal {
  const message = 'Must be the name of the organization, exactly as it is'
  return new Refusal('validation_failed', `${message}. Nothing was deleted.`, [
    { path: '/input/name', message, code: 'invalid_value' },
  ])
}

/** What ended with an organization. */
type Ended = { members: number; tokens: number; invitations: number }

/**
 * Deletes the organization of the transaction: after the commit no request finds it, its memberships, keys and grants have ended
 * and its slug is free. Housekeeping removes the rows of its content when no earlier call can still be running
 * (organizations.md#organizations-end-at-once).
 */
async function endOrganization(db: Writer): Promise<Ended> {
  const { rows } = await sql<Ended>`select * from auth.delete_organization()`.execute(db)
  return rows[0] ?? { members: 0, tokens: 0, invitations: 0 }
}
