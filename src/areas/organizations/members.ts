import { sql } from 'kysely'

import { emailKeys } from '#areas/account/index.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { type UserId, storedId } from '#kernel/ids.ts'
import { listPage, type PageAsked } from '#kernel/list-page.ts'
import type { Role } from '#kernel/scope.ts'
import { escapeLike } from '#std/text.ts'

export type Member = {
  userId: UserId
  name: string
  email: string
  role: Role
  status: 'active' | 'suspended'
  joinedAt: Date
  lastActiveAt: Date | null
  version: number
}

type Filter = { role: Role | undefined; term: string }

type Row = {
  user_id: string
  display_name: string
  email: string
  role: Role
  suspended_at: Date | null
  joined_at: Date
  last_active_at: Date | null
  version: number
}

/** One page of the members, in the order in which they joined, and how many there are. */
export async function findMembers(
  db: Reader,
  filter: Filter,
  asked: PageAsked,
): Promise<{ members: Member[]; total: number }> {
  const { rows, total } = await listPage(matching(db, filter), asked, (all) =>
    all.selectAll().orderBy('joined_at').orderBy('user_id'),
  )
  return { members: rows.map(memberOf), total }
}

/** One member, or undefined. */
async function findMember(db: Reader, userId: string): Promise<Member | undefined> {
  const row = await everyMember(db).selectAll().where('user_id', '=', userId).executeTakeFirst()
  return row === undefined ? undefined : memberOf(row)
}

/** One member; `not_found` for anybody else. */
export async function requireMember(db: Reader, userId: string): Promise<Member> {
  const member = await findMember(db, userId)
  if (member === undefined) throw new Refusal('not_found', 'There is no such member. listMembers names them.')
  return member
}

/** Whether the organization has an active owner besides this member. */
export async function hasOtherOwner(db: Reader, userId: string): Promise<boolean> {
  const other = await everyMember(db)
    .select('user_id')
    .where('role', '=', 'owner')
    .where('suspended_at', 'is', null)
    .where('user_id', '<>', userId)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/** The active owner who has been one for longest: in whose name the organization itself acts. Undefined where it has none. */
export async function firstOwner(db: Reader): Promise<UserId | undefined> {
  const row = await everyMember(db)
    .select('user_id')
    .where('role', '=', 'owner')
    .where('suspended_at', 'is', null)
    .orderBy('joined_at')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? undefined : storedId('user', row.user_id)
}

/** The addresses of the active owners and administrators. */
export async function adminAddresses(db: Reader): Promise<string[]> {
  const rows = await everyMember(db)
    .select('email')
    .where('role', 'in', ['owner', 'admin'])
    .where('suspended_at', 'is', null)
    .orderBy('email')
    .execute()
  return rows.map(({ email }) => email)
}

/**
 * Locks the members and invitations of the organization until the end of the transaction, so that of two changes at the same
 * time the second one sees the first. Refuses where the organization is gone.
 */
export async function lockOrganization(db: Writer): Promise<void> {
  const { rows } = await sql<{ locked: boolean | null }>`select auth.lock_organization() as locked`.execute(db)
  if (rows[0]?.locked !== true) throw new Refusal('not_found', 'This organization no longer exists.')
}

/** Changes the role of a member. */
export async function changeRole(db: Writer, userId: UserId, role: Role): Promise<void> {
  await sql`select auth.change_member_role(${userId}, ${role})`.execute(db)
}

/**
 * Ends a membership with its API keys, grants and tokens (account.md#leaving-ends-credentials). Returns how many keys and
 * grants.
 */
export async function endMembership(db: Writer, userId: UserId): Promise<number> {
  const { rows } = await sql<{ revoked: number }>`select auth.remove_member(${userId}) as revoked`.execute(db)
  return rows[0]?.revoked ?? 0
}

/** Refuses where somebody with this address is a member. */
export async function requireNoMember(db: Reader, email: string): Promise<void> {
  const { rows } = await sql<{
    known: boolean
  }>`select bool_or(auth.has_member_with_address(key)) as known from unnest(${emailKeys(email)}::text[]) key`.execute(
    db,
  )
  if (rows[0]?.known === true)
    throw new Refusal('already_member', 'Somebody with this address is already a member.', { field: 'email' })
}

// People are in schema auth: a function shows those of the caller's organization
// (database.md#schema-auth-comes-before-tenancy).
function matching(db: Reader, { role, term }: Filter) {
  const pattern = `%${escapeLike(term)}%`
  return everyMember(db)
    .$call((query) => (role === undefined ? query : query.where('role', '=', role)))
    .$if(term !== '', (query) =>
      query.where((or) => or.or([or('display_name', 'ilike', pattern), or('email', 'ilike', pattern)])),
    )
}

/** The members of the organization, with what people see of one another. */
export const everyMember = (db: Reader) => db.selectFrom(sql<Row>`auth.members_of_organization()`.as('member'))

function memberOf(row: Row): Member {
  return {
    userId: storedId('user', row.user_id),
    name: row.display_name,
    email: row.email,
    role: row.role,
    status: row.suspended_at === null ? 'active' : 'suspended',
    joinedAt: row.joined_at,
    lastActiveAt: row.last_active_at,
    version: row.version,
  }
}
