import { z } from 'zod'

import { approvableRisks, approvalRisks, setApprovalRisks } from '#areas/approvals/approvals.ts'
import { operation } from '#kernel/operation.ts'

export const setApprovalPolicy = operation({
  name: 'setApprovalPolicy',
  title: 'Set which calls of agents need a person',
  summary:
    'Names the risks for which a person must approve an agent call before it runs. None: confirm: true is enough.',
  excluded: 'auth_internals',
  instead: 'open Settings > Organization in the web application',
  role: 'admin',
  risk: 'write',
  input: z.strictObject({ risks: z.array(z.enum(approvableRisks)).max(approvableRisks.length) }),
  output: z.object({ risks: z.array(z.enum(approvableRisks)) }),

  async handle({ db }, { risks }) {
    await setApprovalRisks(
      db,
      approvableRisks.filter((risk) => risks.includes(risk)),
    )
    return { risks: await approvalRisks(db) }
  },
})
