import { z } from 'zod'

import { stepObjection, topicStates } from '#areas/topics/topic-states.ts'
import { decideTopics, lockTopics } from '#areas/topics/topics.ts'
import { Refusal } from '#kernel/errors.ts'
import type { TopicId } from '#kernel/ids.ts'
import { operation } from '#kernel/operation.ts'
import { id, jsonObject, text } from '#kernel/schema.ts'

export const reviewTopics = operation({
  name: 'reviewTopics',
  title: 'Approve or reject topics',
  summary:
    'Approves pending and failed topics, or rejects pending ones. Answers per id; a failure does not stop the others.',
  scope: 'content:write',
  risk: 'write',
  examples: [{ title: 'Approve one', input: { ids: ['top_01jzz0000000000000000000zz'], decision: 'approve' } }],
  input: z.strictObject({
    ids: z.array(id('topic')).min(1).max(100),
    decision: z.enum(['approve', 'reject']),
    reason: text(1000).optional(),
  }),
  output: z.object({
    results: z.array(
      z.object({
        id: id('topic'),
        state: z.enum(topicStates).nullable().describe('State afterwards; null: there is no such topic'),
        error: z.object({ code: z.string(), message: z.string(), details: jsonObject().optional() }).optional(),
      }),
    ),
  }),

  async handle({ db }, { ids, decision, reason }) {
    const state = decision === 'approve' ? ('approved' as const) : ('rejected' as const)
    const wanted = [...new Set(ids)]
    const topics = await lockTopics(db, wanted)
    const refused = new Map<TopicId, Refusal>()
    for (const id of wanted) {
      const topic = topics.get(id)
      const refusal = topic === undefined ? noSuchTopic() : stepObjection(topic, state)
      if (refusal !== undefined) refused.set(id, refusal)
    }

    const decided = [...topics.values()].filter(({ id }) => !refused.has(id))
    await decideTopics(db, decided, { state, reason: reason || null })

    return {
      results: wanted.map((id) => {
        const refusal = refused.get(id)
        if (refusal === undefined) return { id, state }
        return { id, state: topics.get(id)?.state ?? null, error: errorOf(refusal) }
      }),
    }
  },
})

function noSuchTopic(): Refusal {
  return new Refusal('not_found', 'There is no such topic. listTopics names them.')
}

function errorOf({ code, message, details }: Refusal) {
  if (details === undefined || Array.isArray(details)) return { code, message }
  return { code, message, details: details as Record<string, unknown> }
}
