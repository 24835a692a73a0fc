import { z } from 'zod'

import {
  citation,
  demandOf,
  itemSummary,
  makesPublic,
  refusalsOfPublishing,
  renderChanged,
  renderNew,
  summaryIn,
} from '#areas/content/index.ts'
import { changesOf, draftSchema } from '#areas/generation/draft-schema.ts'
import { inDraft } from '#areas/generation/in-draft.ts'
import { aboutSubject, subjectOf } from '#areas/generation/subject.ts'
import { takeForItem, takeForTopic } from '#areas/generation/take-draft.ts'
import { statuses } from '#areas/items/index.ts'
import { describeTopic, topicOutput } from '#areas/topics/index.ts'
import { note } from '#kernel/note.ts'
import { operation } from '#kernel/operation.ts'
import { publishingWarning } from '#kernel/publishing-warning.ts'
import { id, ifVersion, moment, text } from '#kernel/schema.ts'

export const submitDraft = operation({
  name: 'submitDraft',
  title: 'Submit a draft',
  summary: 'Takes an article in the draftSchema of getWritingBrief: creates the item of a topic, or improves an item.',
  scope: 'content:write',
  risk: 'write',
  startsJob: true,
  confirm: {
    when: ({ status }) => makesPublic(status),
    whenStored: (db, { itemId, status }, access) =>
      demandOf(db, { ids: itemId === undefined ? [] : [itemId], status, access }),
    rule: 'Required when status is published or scheduled, when it unpublishes or unschedules, and for edits of a published item if the organization asks for it.',
    alsoNeeds: 'content:publish',
  },
  errors: ['not_found', 'invalid_transition', 'slug_taken', 'conflict', ...refusalsOfPublishing],
  examples: [
    {
      title: 'The article of a topic',
      input: {
        topicId: 'top_01jzz0000000000000000000zz',
        model: 'my-model-1',
        draft: {
          title: 'How to choose a CRM',
          content: 'Choose a CRM by what your team does every day.\n\n## First steps\n\nWrite down what you need.',
          tldr: 'Write down what you need, try two tools for a week, and choose the one that your team opens by itself.',
          seoTitle: 'How to choose a CRM for a small team',
          metaDescription: 'Choose a CRM in three steps: what you need, which two tools to try, and how to decide.',
        },
      },
    },
  ],
  input: aboutSubject({
    draft: z.looseObject({}).pipe(draftSchema).describe('In the draftSchema of getWritingBrief'),
    model: text(120).optional().describe('The model that wrote it'),
    citations: z.array(citation).max(100).optional(),
    status: z.enum(statuses).optional(),
    publishAt: moment().optional().describe('With status scheduled or published; in the future or in the past'),
    ifVersion,
    note,
  }),
  output: z.object({
    item: itemSummary,
    publishingWarnings: z.array(publishingWarning),
    topic: topicOutput.nullable(),
    jobId: id('job').nullable(),
  }),

  async prepare(ctx, input) {
    const subject = subjectOf(input)
    const changes = changesOf(input.draft)
    return 'itemId' in subject
      ? { ...subject, body: await inDraft(renderChanged(ctx, subject.itemId, changes)) }
      : { ...subject, rendered: await inDraft(renderNew(ctx, changes)) }
  },

  async handle(ctx, submitted, prepared) {
    const { item, topic, publishingWarnings } =
      'itemId' in prepared ? await takeForItem(ctx, submitted, prepared) : await takeForTopic(ctx, submitted, prepared)

    return {
      item: summaryIn(item, ctx),
      publishingWarnings,
      topic: topic === null ? null : describeTopic(topic),
      jobId: ctx.carriedBy(),
    }
  },
})
