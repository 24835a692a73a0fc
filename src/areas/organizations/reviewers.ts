import { sql } from 'kysely'

import type { Reader } from '#kernel/database.ts'
import { ceilingOf } from '#kernel/scope.ts'

import { everyMember } from './members.ts'

export type Reviewer = {
  userId: string
  name: string
  email: string
  /** Whether the role allows approving what others wrote, and the membership is not suspended. */
  mayReview: boolean
}

/** Which of these people are members of the organization, by id. */
export async function findReviewers(db: Reader, userIds: readonly string[]): Promise<Map<string, Reviewer>> {
  const rows = await everyMember(db)
    .select(['user_id', 'display_name', 'email', 'role', 'suspended_at'])
    .where('user_id', '=', sql<string>`any(${[...userIds]})`)
    .execute()
  return new Map(
    rows.map((row) => [
      row.user_id,
      {
        userId: row.user_id,
        name: row.display_name,
        email: row.email,
        mayReview: row.suspended_at === null && ceilingOf[row.role].includes('content:publish'),
      },
    ]),
  )
}
