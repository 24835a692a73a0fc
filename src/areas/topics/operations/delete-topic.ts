import { z } from 'zod'

import { lockTopic, removeTopic } from '#areas/topics/topics.ts'
import { Refusal } from '#kernel/errors.ts'
import { operation } from '#kernel/operation.ts'
import { id } from '#kernel/schema.ts'

export const deleteTopic = operation({
  name: 'deleteTopic',
  title: 'Delete a topic',
  summary: 'Deletes a topic for good. One that is being written, or whose item exists, cannot be deleted.',
  scope: 'content:delete',
  risk: 'destructive',
  errors: ['not_found', 'in_use'],
  examples: [{ title: 'One topic', input: { topicId: 'top_01jzz0000000000000000000zz' } }],
  input: z.strictObject({ topicId: id('topic') }),
  output: z.object({ id: id('topic'), deleted: z.boolean() }),

  async handle({ db }, { topicId }) {
    const topic = await lockTopic(db, topicId)
    const { id: found, state, itemId } = topic
    if (state === 'generating')
      throw new Refusal('in_use', 'The article of this topic is being written. Wait for its job, or cancel it.', {
        state,
      })
    if (itemId !== null)
      throw new Refusal('in_use', 'The item of this topic still exists. Delete it for good first: deleteItem.', {
        state,
        itemId,
        howToFix: 'deleteItem with permanent: true',
      })

    await removeTopic(db, topic)
    return { id: found, deleted: true }
  },
})
