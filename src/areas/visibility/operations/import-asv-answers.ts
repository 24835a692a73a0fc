import { z } from 'zod'

import { getSettings } from '#areas/organizations/index.ts'
import { insertAnswers } from '#areas/visibility/answers.ts'
import { readBrands } from '#areas/visibility/brands.ts'
import { engineOfLabel, noteAnswered } from '#areas/visibility/engines.ts'
import { citationKinds } from '#areas/visibility/extraction/read-citations.ts'
import { versionsAt } from '#areas/visibility/prompt-versions.ts'
import { getPrompts } from '#areas/visibility/prompts.ts'
import { type Reading, readAnswer, storeReadings } from '#areas/visibility/read-answers.ts'
import { beginImport, endImport } from '#areas/visibility/runs.ts'
import { breather } from '#kernel/breathe.ts'
import { Refusal } from '#kernel/errors.ts'
import { storedId } from '#kernel/ids.ts'
import { operation } from '#kernel/operation.ts'
import { id, moment, text, title, url, words } from '#kernel/schema.ts'
import { visibleText } from '#std/visible-text.ts'

const answer = z.strictObject({
  promptId: id('prompt'),
  text: words(50_000),
  citations: z
    .array(
      z.strictObject({
        url: url(),
        title: text(500).optional(),
        kind: z.enum(citationKinds).default('cited'),
      }),
    )
    .max(100)
    .optional(),
  observedAt: moment().describe('When it was given, at most two years ago'),
  model: words(120).optional(),
})

export const importAsvAnswers = operation({
  name: 'importAsvAnswers',
  title: 'Import answers of AI engines',
  summary: 'Stores answers that you collected yourself, and reads mentions and sources from them. Needs no key.',
  scope: 'asv:write',
  risk: 'write',
  errors: ['not_found'],
  examples: [
    {
      title: 'One answer',
      input: {
        engineLabel: 'Assistant on the phone',
        answers: [
          {
            promptId: 'prm_01jzz0000000000000000000zz',
            text: '1. Acme\n2. Globex',
            citations: [{ url: 'https://www.example.com/review' }],
            observedAt: '2026-11-20T09:00:00Z',
          },
        ],
      },
    },
  ],
  input: z.strictObject({
    engineLabel: title(80).describe('What answered, in your words'),
    answers: z.array(answer).min(1).max(50),
  }),
  output: z.object({
    runId: id('run'),
    imported: z.int(),
    duplicates: z.int(),
    mentions: z.array(z.object({ answerId: id('answer'), brandId: id('brand'), count: z.int(), rank: z.int() })),
  }),

  async prepare(ctx, { answers }) {
    requireTimes(answers, ctx.now)
    const brands = await ctx.read((db) => readBrands(db, ctx.access.organization))
    const breathe = breather(ctx.signal)
    const readings: Omit<Reading, 'answerId'>[] = []
    for (const { text, citations = [] } of answers) {
      const given = citations.map(({ url, title, kind }) => ({ url, title: title ?? null, kind }))
      readings.push(readAnswer({ id: '', text, citations: given }, brands))
      await breathe()
    }
    return { brands, readings }
  },

  async handle({ db, access, baseUrl }, { engineLabel, answers }, { brands, readings }) {
    await getPrompts(db, [...new Set(answers.map(({ promptId }) => promptId))])
    const versions = await versionsAt(db, answers)
    const engine = await engineOfLabel(db, engineLabel.trim())
    const runId = await beginImport(db, engine)
    const stored = await insertAnswers(
      db,
      answers.map(({ promptId, text, observedAt, model }, at) => ({
        run_id: runId,
        prompt_id: promptId,
        prompt_version: versions[at] ?? 1,
        engine_id: engine.id,
        mode: 'manual',
        sample_no: at + 1,
        state: 'ok',
        text,
        model_served: model === undefined ? null : visibleText(model),
        terms_key: brands.terms.key,
        observed_at: new Date(observedAt),
      })),
    )
    const kept = readings.flatMap((reading, at) => {
      const answerId = stored.get(at + 1)
      return answerId === undefined ? [] : [{ ...reading, answerId }]
    })
    const { siteUrl } = await getSettings(db)
    await storeReadings(db, kept, { site: { siteUrl, baseUrl, organizationId: access.organization.id } })
    await endImport(db, runId, kept.length)
    await noteAnswered(db, engine.id, new Date(Math.max(...answers.map(({ observedAt }) => Date.parse(observedAt)))))

    return {
      runId,
      imported: kept.length,
      duplicates: answers.length - kept.length,
      mentions: kept.flatMap(({ answerId, mentions }) =>
        mentions.map(({ brandId, count, rank }) => ({
          answerId: storedId('answer', answerId),
          brandId: storedId('brand', brandId),
          count,
          rank,
        })),
      ),
    }
  },
})

const day = 86_400_000

function requireTimes(answers: readonly { observedAt: string }[], now: Date): void {
  const problems = answers.flatMap(({ observedAt }, at) => {
    const age = now.getTime() - Date.parse(observedAt)
    if (age >= 0 && age <= 731 * day) return []
    const message = age < 0 ? 'Must not be in the future' : 'Must be at most two years ago'
    return [{ path: `/input/answers/${at}/observedAt`, message, code: 'invalid_value' }]
  })
  if (problems.length > 0)
    throw new Refusal('validation_failed', 'Some answers cannot be stored: see the details.', problems)
}
