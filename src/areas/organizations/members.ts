import { sql } from 'kysely'

import type { Reader } from '#kernel/database.ts'
import type { UserId } from '#kernel/ids.ts'
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
  user_id: UserId
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
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ members: Member[]; total: number }> {
  const { total } = await matching(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await matching(db, filter)
    .selectAll()
    .orderBy('joined_at')
    .orderBy('user_id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { members: rows.map(memberOf), total }
}

// People are of schema auth: a function shows those of the own organization and nothing else (data.md 4.1).
function matching(db: Reader, { role, term }: Filter) {
  const pattern = `%${escapeLike(term)}%`
  return db
    .selectFrom(sql<Row>`auth.members_of_organization()`.as('member'))
    .$if(role !== undefined, (query) => query.where('role', '=', role as Role))
    .$if(term !== '', (query) =>
      query.where((or) => or.or([or('display_name', 'ilike', pattern), or('email', 'ilike', pattern)])),
    )
}

function memberOf(row: Row): Member {
  return {
    userId: row.user_id,
    name: row.display_name,
    email: row.email,
    role: row.role,
    status: row.suspended_at === null ? 'active' : 'suspended',
    joinedAt: row.joined_at,
    lastActiveAt: row.last_active_at,
    version: row.version,
  }
}
