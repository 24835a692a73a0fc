import { z } from 'zod'

import { itemSummary, refusalsOfPublishing, renderNew, summaryIn } from '#areas/content/index.ts'
import { startOfTopic } from '#areas/generation/take-draft.ts'
import { describeTopic, topicOutput } from '#areas/topics/index.ts'
import { note } from '#kernel/note.ts'
import { operation } from '#kernel/operation.ts'
import { publishingWarning } from '#kernel/publishing-warning.ts'
import { id, ifVersion } from '#kernel/schema.ts'

export const startDraft = operation({
  name: 'startDraft',
  title: 'Start the draft of a topic',
  summary:
    'Creates an item without a body for a pending or approved topic, with its title and keyword. updateItem writes it.',
  scope: 'content:write',
  risk: 'write',
  errors: ['not_found', 'invalid_transition', ...refusalsOfPublishing],
  examples: [{ title: 'Write it yourself', input: { topicId: 'top_01jzz0000000000000000000zz' } }],
  input: z.strictObject({ topicId: id('topic'), ifVersion, note }),
  output: z.object({ item: itemSummary, publishingWarnings: z.array(publishingWarning), topic: topicOutput }),

  prepare: (ctx) => renderNew(ctx, {}),

  async handle(ctx, { topicId, ifVersion: expected }, rendered) {
    const { item, topic, publishingWarnings } = await startOfTopic(ctx, { topicId, ifVersion: expected, rendered })

    return { item: summaryIn(item, ctx), publishingWarnings, topic: describeTopic(topic) }
  },
})
