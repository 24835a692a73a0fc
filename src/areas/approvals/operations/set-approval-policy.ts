import { z } from 'zod'

import { setApprovalRisks } from '#areas/approvals/approvals.ts'
import { operation } from '#kernel/operation.ts'
import { requireSecondFactor } from '#kernel/require-second-factor.ts'
import { approvalRisks } from '#kernel/risk.ts'

export const setApprovalPolicy = operation({
  name: 'setApprovalPolicy',
  title: 'Set which calls of agents need a person',
  summary:
    'Names the calls of agents that a person must approve first: by risk, all writes, or changes of members. None: confirm: true is enough.',
  excluded: 'auth_internals',
  instead: 'open Settings > Organization in the web application',
  role: 'admin',
  risk: 'write',
  input: z.strictObject({ risks: z.array(z.enum(approvalRisks)).max(approvalRisks.length) }),
  output: z.object({ risks: z.array(z.enum(approvalRisks)) }),

  async handle({ db, access }, given) {
    const risks = approvalRisks.filter((risk) => given.risks.includes(risk))
    if (access.organization.approvalRisks.some((risk) => !risks.includes(risk))) requireSecondFactor(access)
    await setApprovalRisks(db, risks)
    return { risks }
  },
})
