import { creditBalance, grantCredits } from '#areas/account/credits/credits.ts'
import { getJob } from '#areas/jobs/operations/get-job.ts'
import { createContextEntry } from '#areas/library/operations/create-context-entry.ts'
import { reviewTopics } from '#areas/topics/operations/review-topics.ts'
import { connectModel } from '#test/sample-connections.ts'
import { sharedParts } from '#test/shared-parts.ts'
import type { Asked, Script } from '#test/standins/llm-script.ts'
import { sampleLlm } from '#test/standins/sample-llm.ts'

import { writer } from './test-writer.ts'

/** What a model writes for an article; by its form, so that an outline gets what an outline needs. */
export const article = {
  title: 'How to keep bees',
  content: 'Bees need flowers.\n\n## What you need\n\nA hive.',
  tldr: 'A hive and flowers.',
  excerpt: 'A hive.',
  seoTitle: 'How to keep bees in a small garden',
  metaDescription: 'Keep bees in three steps.',
  secondaryKeywords: ['bee hive'],
  faq: [{ question: 'Do bees sting?', answer: 'Seldom.' }],
  citations: [] as { url: string; title: string }[],
}

/** The name of the form that a model is asked to fill in. */
export const formOf = ({ body }: Asked): string => {
  const { format } = (body['text'] ?? {}) as { format?: { name?: string } }
  return format?.name ?? ''
}

/** A stage with a key of a model, credits and a stand-in that writes. */
export async function modelStage({
  key = true,
  credits = 100,
}: { key?: boolean; credits?: number | 'unlimited' } = {}) {
  const on = await writer()
  const llm = await sampleLlm()
  llm.calm()
  llm.asked.length = 0
  llm.says((asked: Asked): Script => (formOf(asked) === 'article' ? { json: article } : {}))
  if (key) await connectModel(on)
  await on.rows(({ db }) => grantCredits(db, 'unlimited'))
  if (credits !== 'unlimited') await on.rows(({ db }) => grantCredits(db, credits))
  const { fetch } = (await sharedParts()).outbound

  return {
    ...on,
    llm,
    fetch,
    approvedTopic: async (more: object = {}) => {
      const { id } = await on.newTopic(more)
      await on.call(reviewTopics, { ids: [id], decision: 'approve' })
      return id
    },
    addEntry: (body: string, more: object = {}) =>
      on.call(createContextEntry, { kind: 'fact', title: 'A fact', body, pinned: true, ...more }),
    balance: () => on.rows(({ db }) => creditBalance(db)),
    /** Does the work, and returns how the job ended. */
    done: async ({ jobId }: { jobId: string }) => {
      await on.work({ fetch })
      return on.call(getJob, { jobId: jobId as never })
    },
  }
}
