import { sql } from 'kysely'

import type { Reader } from '#kernel/database.ts'

/** What people should know about credentials before anything else (audit.md#notices-are-records). */
export const noticeKinds = ['refresh_reuse', 'code_replay', 'recovery_code_used'] as const

export type AgentNotice = {
  id: string
  kind: (typeof noticeKinds)[number]
  at: Date
  request_id: string
  /** The grant that ended with it; null: it is about the person. */
  agent_id: string | null
  agent_name: string | null
  user_id: string | null
  person: string | null
}

const most = 20

/** The notices of the organization since a given time, newest first, 20 at most. `onlyOf`: only those about this person. */
export async function findNotices(
  db: Reader,
  { since, onlyOf }: { since: Date; onlyOf: string | undefined },
): Promise<AgentNotice[]> {
  const { rows } = await sql<AgentNotice>`
    select r.id, coalesce(r.code, 'recovery_code_used') as kind, r.created_at as at, r.request_id,
      case when r.credential_type = 'oauth' then r.credential_id end as agent_id,
      case when r.credential_type = 'oauth' then r.client_name end as agent_name, r.user_id, m.display_name as person
    from app.audit_record r left join auth.members_of_organization() m on m.user_id = r.user_id
    where r.organization_id = app.org() and r.created_at > ${since}
      and (${onlyOf ?? null}::text is null or r.user_id = ${onlyOf ?? null})
      and ((r.operation = 'token' and r.code in ('refresh_reuse', 'code_replay'))
        or (r.operation = 'signIn' and r.code is null and r.input_summary ->> 'secondFactor' = 'recovery_code'))
    order by r.created_at desc, r.id desc limit ${most}`.execute(db)
  return rows
}
