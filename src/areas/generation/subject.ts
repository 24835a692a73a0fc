import { z } from 'zod'

import type { ItemId, TopicId } from '#kernel/ids.ts'
import { id } from '#kernel/schema.ts'

/** What a text is for: a topic whose item it becomes, or an item that it improves. */
export type Subject = { topicId: TopicId } | { itemId: ItemId }
type Named = { topicId?: TopicId | undefined; itemId?: ItemId | undefined }

/** Input of an operation about one subject. */
export const aboutSubject = <S extends z.ZodRawShape>(shape: S) =>
  z
    .strictObject({ topicId: id('topic').optional(), itemId: id('item').optional(), ...shape })
    .refine(
      ({ topicId, itemId }: { topicId?: unknown; itemId?: unknown }) =>
        (topicId === undefined) !== (itemId === undefined),
      {
        path: ['topicId'],
        message: 'Give exactly one of topicId and itemId',
      },
    )

/** The subject that such an input names. */
export function subjectOf({ topicId, itemId }: Named): Subject {
  if (itemId !== undefined) return { itemId }
  if (topicId !== undefined) return { topicId }
  throw new Error('an input without its subject')
}
