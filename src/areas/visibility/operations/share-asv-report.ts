import { z } from 'zod'

import { periodInput } from '#areas/visibility/metrics/periods.ts'
import { buildReport } from '#areas/visibility/report/build-report.ts'
import { insertShare } from '#areas/visibility/report/shares.ts'
import { operation } from '#kernel/operation.ts'
import { id, iso, shownOnce, timestamp } from '#kernel/schema.ts'

const day = 86_400_000

export const shareAsvReport = operation({
  name: 'shareAsvReport',
  title: 'Share a report on AI answers',
  summary: 'Freezes a report at an address that anybody with it can read, without answers. The address is shown once.',
  scope: 'asv:write',
  risk: 'publish',
  showsAgents: true,
  examples: [{ title: 'The last 28 days, for a week', input: { range: '28d', expiresInDays: 7 } }],
  input: z.strictObject({
    ...periodInput,
    expiresInDays: z.int().min(1).max(90).default(30),
    includePrompts: z.boolean().default(false).describe('Include the texts of prompts'),
  }),
  output: z.object({ shareId: id('share'), url: shownOnce(z.string()), expiresAt: timestamp() }),

  async handle({ db, access, actor, now, baseUrl }, { expiresInDays, includePrompts, ...range }) {
    const { organization } = access
    const report = await buildReport(db, { organization, range, now, withPrompts: includePrompts })
    const expiresAt = new Date(now.getTime() + expiresInDays * day)
    const { shareId, token } = await insertShare(db, {
      organizationId: organization.id,
      report,
      includePrompts,
      expiresAt,
      createdBy: actor.userId,
    })
    return { shareId, url: `${baseUrl}/r/${token}`, expiresAt: iso(expiresAt) }
  },
})
