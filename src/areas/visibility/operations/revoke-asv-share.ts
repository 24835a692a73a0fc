import { z } from 'zod'

import { revokeShare } from '#areas/visibility/report/shares.ts'
import { operation } from '#kernel/operation.ts'
import { id, iso, timestamp } from '#kernel/schema.ts'

export const revokeAsvShare = operation({
  name: 'revokeAsvShare',
  title: 'Revoke a shared report',
  summary: 'Ends the address of a shared report at once. A second call returns the same.',
  scope: 'asv:write',
  risk: 'destructive',
  changesPublic: true,
  errors: ['not_found'],
  examples: [{ title: 'One report', input: { shareId: 'shr_01jzz0000000000000000000zz' } }],
  input: z.strictObject({ shareId: id('share') }),
  output: z.object({ shareId: id('share'), revoked: z.boolean(), revokedAt: timestamp() }),

  handle: async ({ db }, { shareId }) => ({ shareId, revoked: true, revokedAt: iso(await revokeShare(db, shareId)) }),
})
