import { z } from 'zod'

import { findNotices, noticeKinds } from '#areas/agent-audit/notices.ts'
import { agentsPage } from '#kernel/agents-page.ts'
import { operation } from '#kernel/operation.ts'
import { answered, id, iso, timestamp } from '#kernel/schema.ts'
import { isAtLeast } from '#kernel/scope.ts'

const days = 14

const notice = z.object({
  id: id('auditRecord'),
  kind: z.enum(noticeKinds),
  at: timestamp(),
  requestId: z.string(),
  agentId: id('grant').nullable().describe('Client that it is about; null: it is about the person'),
  agentName: z.string().nullable(),
  actorUserId: id('user').nullable(),
  actorName: z.string().nullable(),
})

export const listAgentNotices = operation({
  name: 'listAgentNotices',
  title: 'List notices about credentials',
  summary:
    'What happened to credentials in the last 14 days and needs attention, newest first. Administrators see all, others their own.',
  excluded: 'auth_internals',
  instead: `open ${agentsPage} in the web application`,
  role: 'viewer',
  risk: 'read',
  input: z.strictObject({}),
  output: z.object({ items: z.array(notice) }),

  async handle({ db, access, actor, now }) {
    const since = new Date(now.getTime() - days * 86_400_000)
    const onlyOf = isAtLeast(access.role, 'admin') ? undefined : (actor.userId ?? '')
    const found = await findNotices(db, { since, onlyOf })
    const items = found.map((one) =>
      answered(notice, {
        id: one.id,
        kind: one.kind,
        at: iso(one.at),
        requestId: one.request_id,
        agentId: one.agent_id,
        agentName: one.agent_name,
        actorUserId: one.user_id,
        actorName: one.person,
      }),
    )
    return { items }
  },
})
