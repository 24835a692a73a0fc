import { sql } from 'kysely'

import { emailKey, emailKeys } from '#areas/account/index.ts'
import { credentialStarts } from '#kernel/credential-text.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { type InvitationId, newId, storedId } from '#kernel/ids.ts'
import { isAtLeast, type Role, roles } from '#kernel/scope.ts'
import { hashOf, newToken } from '#kernel/tokens.ts'
import { escapeLike } from '#std/text.ts'

/** The roles that an invitation can give: owners are made later (organizations.md#owners-are-made-by-people). */
export const invitedRoles = ['admin', 'editor', 'author', 'viewer'] as const satisfies readonly Role[]
export type InvitedRole = (typeof invitedRoles)[number]

export const invitationStatuses = ['pending', 'accepted', 'canceled', 'expired'] as const
export type InvitationStatus = (typeof invitationStatuses)[number]

export type Invitation = {
  id: InvitationId
  email: string
  role: InvitedRole
  status: InvitationStatus
  message: string | null
  sentByMail: boolean
  /** `name` is null when that person is no longer a member. */
  invitedBy: { userId: string; name: string | null }
  /** It is pending, and its link opens nothing: who invited can no longer give the role. */
  needsNewLink: boolean
  createdAt: Date
  expiresAt: Date
  acceptedAt: Date | null
  version: number
}

type Filter = { status?: InvitationStatus | undefined; search?: string | undefined; page: number; pageSize: number }

const day = 86_400_000
const validDays = 7
const start = credentialStarts.invitation

/** A new link secret: `mh_inv_` and 256 random bits; only its hash is stored. */
export function newInvitationToken(): string {
  return start + newToken()
}

/** The hash to look an invitation up by, or undefined for what cannot be one, so that garbage costs no query. */
export function hashOfInvitation(text: string): Buffer | undefined {
  return /^mh_inv_[\w-]{43}$/.test(text) ? hashOf(text) : undefined
}

/** Where the link leads. A fragment is sent to no server, so the secret appears in no log and no referrer. */
export function acceptUrlOf(baseUrl: string, token: string): string {
  return `${baseUrl}/invitation#${token}`
}

/** The status of an invitation at a given time: it expires by itself, seven days after it was sent. */
export function invitationStatus(
  row: { accepted_at: Date | null; canceled_at: Date | null; expires_at: Date },
  now: Date,
): InvitationStatus {
  if (row.accepted_at !== null) return 'accepted'
  if (row.canceled_at !== null) return 'canceled'
  return row.expires_at <= now ? 'expired' : 'pending'
}

/** One page of the invitations of the organization, newest first, and how many there are. */
export async function findInvitations(
  db: Reader,
  { status, search = '', page, pageSize }: Filter,
  now: Date,
): Promise<{ invitations: Invitation[]; total: number }> {
  const term = search.trim()
  const matching = withInviter(db, now)
    .$if(status !== undefined, (query) => query.where(statusColumn(now), '=', status ?? null))
    .$if(term !== '', (query) => query.where('i.email', 'ilike', `%${escapeLike(term)}%`))
  const [{ total } = { total: 0 }] = await matching
    .clearSelect()
    .select(sql<number>`count(*)`.as('total'))
    .execute()
  const rows = await matching
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { invitations: rows.map(shown), total }
}

/** One invitation of the organization; `not_found` for every other id. */
export async function requireInvitation(db: Reader, id: string, now: Date): Promise<Invitation> {
  const row = await withInviter(db, now).where('i.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found', 'There is no such invitation. listInvitations names them.')
  return shown(row)
}

/** Whether an invitation makes an admin; false for every unknown id. */
export async function invitesAdmin(db: Reader, id: string): Promise<boolean> {
  const row = await db.selectFrom('auth.invitations').select('role').where('id', '=', id).executeTakeFirst()
  return row?.role === 'admin'
}

/** Whether an address has an open invitation besides this one. */
export async function hasOpenInvitation(db: Reader, email: string, now: Date, besides?: string): Promise<boolean> {
  const open = await db
    .selectFrom('auth.invitations')
    .select('id')
    .where('email_key', 'in', emailKeys(email))
    .where('accepted_at', 'is', null)
    .where('canceled_at', 'is', null)
    .where('expires_at', '>', now)
    .$if(besides !== undefined, (query) => query.where('id', '<>', besides ?? ''))
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}

type Sent = { token: string; byMail: boolean; now: Date }

/** Invites an address in the name of the person of the transaction. */
export async function addInvitation(
  db: Writer,
  { email, role, message }: { email: string; role: InvitedRole; message: string | null },
  { token, byMail, now }: Sent,
): Promise<InvitationId> {
  const id = newId('invitation', now.getTime())
  await sql`select auth.add_invitation(${id}, ${email}, ${emailKey(email)}, ${role}, ${message}, ${hashOf(token)}, ${byMail}, ${now}, ${expiryFrom(now)})`.execute(
    db,
  )
  return id
}

/** Sends an invitation again: its former link no longer works. */
export async function renewInvitation(db: Writer, id: InvitationId, { token, byMail, now }: Sent): Promise<void> {
  await sql`select auth.renew_invitation(${id}, ${hashOf(token)}, ${byMail}, ${expiryFrom(now)})`.execute(db)
}

/** Ends an open invitation. */
export async function cancelOpenInvitation(db: Writer, id: InvitationId): Promise<void> {
  await sql`select auth.cancel_invitation(${id})`.execute(db)
}

/** Refuses a step that the invitation's state does not allow. */
export function stateForbids(status: InvitationStatus, requested: string, allowed: readonly string[]): Refusal {
  return new Refusal('invalid_transition', `The invitation is ${status}: it cannot be ${requested}.`, {
    state: status,
    requested,
    allowed,
  })
}

function expiryFrom(now: Date): Date {
  return new Date(now.getTime() + validDays * day)
}

function withInviter(db: Reader, now: Date) {
  return db
    .selectFrom('auth.invitations as i')
    .leftJoin(
      sql<{
        user_id: string
        display_name: string
        role: string
        suspended_at: Date | null
      }>`auth.members_of_organization()`.as('m'),
      (join) => join.onRef('m.user_id', '=', 'i.invited_by'),
    )
    .select(['i.id', 'i.email', 'i.role', 'i.message', 'i.mailed', 'i.invited_by', 'i.created_at', 'i.expires_at'])
    .select(['i.accepted_at', 'i.version', 'm.display_name', 'm.role as inviter_role', 'm.suspended_at'])
    .select(statusColumn(now).as('status'))
}

// The same order as invitationStatus.
const statusColumn = (now: Date) => sql<InvitationStatus>`case
  when i.accepted_at is not null then 'accepted'
  when i.canceled_at is not null then 'canceled'
  when i.expires_at <= ${now} then 'expired'
  else 'pending' end`

type Row = Awaited<ReturnType<ReturnType<typeof withInviter>['execute']>>[number]

function shown(row: Row): Invitation {
  const inviterRole = row.suspended_at === null ? roles.find((role) => role === row.inviter_role) : undefined
  return {
    id: storedId('invitation', row.id),
    email: row.email,
    role: invitedRole(row.role),
    status: row.status,
    message: row.message,
    sentByMail: row.mailed,
    invitedBy: { userId: row.invited_by, name: row.display_name },
    needsNewLink: row.status === 'pending' && !mayGive(inviterRole, invitedRole(row.role)),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    acceptedAt: row.accepted_at,
    version: row.version,
  }
}

/** Whether a member of this role may give another one; undefined: no longer a member. */
export function mayGive(inviter: Role | undefined, role: InvitedRole): boolean {
  return inviter !== undefined && isAtLeast(inviter, 'admin') && isAtLeast(inviter, role)
}

/** The role of a stored invitation. The lowest one stands in for an unknown text, which the table does not accept. */
export function invitedRole(text: string): InvitedRole {
  return invitedRoles.find((role) => role === text) ?? 'viewer'
}
