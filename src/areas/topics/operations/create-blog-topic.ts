import { z } from 'zod'

import { firstCompeting, itemAbout } from '#areas/checks/index.ts'
import { requireEnabled } from '#areas/collections/index.ts'
import { requirePresets } from '#areas/organizations/index.ts'
import { topicFields } from '#areas/topics/topic-fields.ts'
import { groundFor } from '#areas/topics/topic-ground.ts'
import { describeTopic, topicOutput } from '#areas/topics/topic-output.ts'
import { insertTopic, requirePrompt } from '#areas/topics/topics.ts'
import { operation } from '#kernel/operation.ts'
import { allInOrder } from '#std/all-of.ts'
import { pluck } from '#std/pluck.ts'

export const createBlogTopic = operation({
  name: 'createBlogTopic',
  title: 'Create a topic',
  summary: 'Creates one pending topic in an enabled collection; duplicateOf names an item or topic about the same.',
  scope: 'content:write',
  risk: 'write',
  errors: ['not_found', 'collection_disabled', 'plan_required'],
  examples: [
    {
      title: 'A how-to',
      input: {
        topic: 'How to choose a CRM for a small team',
        primaryKeyword: 'choose a crm',
        angle: 'What a team of five needs, and what it can leave out',
        collectionPresetId: 'articles',
        articleType: 'how_to',
      },
    },
  ],
  input: z.strictObject(pluck(topicFields, 'create')),
  output: z.object({ topic: topicOutput, duplicateOf: z.string().optional().describe('Id of an item or topic') }),

  async handle(
    { db, actor, access },
    { collectionPresetId, articleType, writingStyle, customInstructions, asvPromptId, ...given },
  ) {
    const ground = await groundFor(db, collectionPresetId)
    requireEnabled(ground.collection, access.organization.plan)
    requirePresets(ground.presets, { articleType, writingStyle })

    if (asvPromptId !== undefined) await requirePrompt(db, asvPromptId)

    const { topic: title, primaryKeyword } = given
    const { locale } = ground
    // Sent together: what the second one finds does not depend on the first.
    const inserting = insertTopic(
      db,
      {
        ...given,
        articleType: articleType || null,
        writingStyle: writingStyle || null,
        customInstructions: customInstructions || null,
        asvPromptId: asvPromptId ?? null,
        ...(actor.kind === 'user'
          ? { source: 'user', agentName: null }
          : { source: 'agent', agentName: actor.clientName }),
      },
      ground,
    )
    const looking = itemAbout(db, { title, primaryKeyword, locale })
    await allInOrder([inserting, looking])
    const { topic, duplicateOf, open } = await inserting
    const known = duplicateOf ?? (await looking) ?? firstCompeting(title, open, locale)?.id

    return { topic: describeTopic(topic), ...(known === undefined ? {} : { duplicateOf: known }) }
  },
})
