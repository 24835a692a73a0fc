import { sql } from 'kysely'

import type { Reader } from '#kernel/database.ts'

const span = 90 * 86_400_000

/** The sources of the last 90 days that belong to nobody who is tracked, most used first. */
export async function discoveredDomains(db: Reader, now: Date): Promise<{ domain: string; answers: number }[]> {
  const { rows } = await sql<{ domain: string; answers: number }>`
    select s.domain, count(distinct s.answer_id)::int as answers
    from app.asv_citation s join app.asv_answer a on a.organization_id = s.organization_id and a.id = s.answer_id
    where s.organization_id = app.org() and s.ownership = 'third_party' and a.state = 'ok'
      and a.observed_at >= ${new Date(now.getTime() - span)}
    group by s.domain order by 2 desc, 1 limit 20`.execute(db)
  return rows
}
