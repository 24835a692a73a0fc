import type { InputOf } from '#web/operations.ts'

const hour = 3_600_000
const soon = 14 * 24 * hour

/** The input of `listApiKeys` for those that end soon, seen from a full hour: reads a moment apart are the same. */
export function endingKeys(now: number): InputOf<'listApiKeys'> {
  const expiresBefore = new Date(Math.floor(now / hour) * hour + soon).toISOString()
  return { status: 'active', expiresBefore, pageSize: 100 }
}

/** The input of `listApiKeys` for those of a person that were revoked. */
export const revokedKeys = (createdBy: string): InputOf<'listApiKeys'> => ({
  status: 'revoked',
  createdBy,
  pageSize: 100,
})
