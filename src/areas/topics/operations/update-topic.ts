import { z } from 'zod'

import { requireEnabled } from '#areas/collections/index.ts'
import { requirePresets } from '#areas/organizations/index.ts'
import { topicFields } from '#areas/topics/topic-fields.ts'
import { groundFor } from '#areas/topics/topic-ground.ts'
import { describeTopic, topicOutput } from '#areas/topics/topic-output.ts'
import { requireEditable } from '#areas/topics/topic-states.ts'
import { changeTopic, lockTopic } from '#areas/topics/topics.ts'
import { operation } from '#kernel/operation.ts'
import { changes, id, ifVersion } from '#kernel/schema.ts'
import { requireVersion } from '#kernel/version.ts'
import { pluck } from '#std/pluck.ts'

export const updateTopic = operation({
  name: 'updateTopic',
  title: 'Change a topic',
  summary: 'Changes the given fields of a topic that is pending, approved or failed. reviewTopics decides on it.',
  scope: 'content:write',
  risk: 'write',
  errors: ['not_found', 'invalid_transition', 'collection_disabled', 'plan_required'],
  examples: [{ title: 'More urgent', input: { topicId: 'top_01jzz0000000000000000000zz', priority: 90 } }],
  input: changes(
    {
      topicId: id('topic'),
      ...pluck(topicFields, 'change'),
      ifVersion,
    },
    'topicId',
  ),
  output: z.object({ topic: topicOutput }),

  async handle({ db, access }, { topicId, ifVersion: expected, collectionPresetId, ...given }) {
    const stored = await lockTopic(db, topicId)
    requireVersion(stored.version, expected)
    requireEditable(stored)
    const { collection, presets, locale } = await groundFor(db, collectionPresetId ?? stored.collectionPresetId)
    if (collection.id !== stored.collectionPresetId) requireEnabled(collection, access.organization.plan)
    requirePresets(presets, given, { before: stored })

    const topic = await changeTopic(db, stored, { ...defined(given), collectionPresetId: collection.id }, locale)
    return { topic: describeTopic(topic) }
  },
})

/** The given fields; an empty text clears. */
function defined<T extends Record<string, unknown>>(given: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value === '' ? null : value]],
  )
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> }
}
