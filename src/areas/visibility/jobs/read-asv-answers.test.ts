import { expect, test } from 'vitest'

import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import { ownBrandId } from '#areas/visibility/brands.ts'
import { readAsvAnswersJob } from '#areas/visibility/jobs/read-asv-answers.ts'
import { createAsvCompetitor } from '#areas/visibility/operations/create-asv-competitor.ts'
import { deleteAsvCompetitor } from '#areas/visibility/operations/delete-asv-competitor.ts'
import { getAsvAnswer } from '#areas/visibility/operations/get-asv-answer.ts'
import { importAsvAnswers } from '#areas/visibility/operations/import-asv-answers.ts'
import { updateAsvCompetitor } from '#areas/visibility/operations/update-asv-competitor.ts'
import type { Writer } from '#kernel/database.ts'
import { stage } from '#test/stage.ts'
import { minutesAgo, newPrompt } from '#test/visibility-records.ts'

test('what is stored is read again with new names, in slices, after a stop and another change, and each answer once', async () => {
  const on = await stage()
  const { call } = on
  await call(updateOrganizationSettings, { brand: { name: 'Acme' } })
  const { brand } = await call(createAsvCompetitor, { name: 'Globex' })
  await on.work()
  const promptId = (await newPrompt(on)) as never
  const observedAt = minutesAgo(5)
  for (let from = 0; from < 250; from += 50)
    await call(importAsvAnswers, {
      engineLabel: 'By hand',
      answers: Array.from({ length: 50 }, (_, at) => ({
        promptId,
        text: `Take Initech, not Globex, says ${from + at}.`,
        citations: [{ url: 'https://initech.example/x' }],
        observedAt,
      })),
    })
  const counts = () => on.rows(({ db }) => countsOf(db, brand.id))
  expect(await counts()).toEqual({ named: 250, twice: 0, owned: 0, keys: 1 })

  await call(updateAsvCompetitor, { id: brand.id, aliases: ['Initech'] })
  const { id: jobId } = await on.rows(({ db }) =>
    db.selectFrom('job').select('id').where('state', '=', 'queued').executeTakeFirstOrThrow(),
  )
  const stop = new AbortController()
  const runner = on.jobRunner([{ ...readAsvAnswersJob, work: stoppingAfter(3, stop) }])
  expect(await on.runJob(runner, jobId, stop.signal)).toBe('again')
  const { twice, keys } = await counts()
  expect([twice > 0, twice < 250, keys]).toEqual([true, true, 2])

  await call(updateAsvCompetitor, { id: brand.id, domains: ['initech.example'] })
  await on.work()

  expect(await counts()).toEqual({ named: 250, twice: 250, owned: 250, keys: 1 })
})

test('without a competitor, answers are read again: what its longer name hid is there, ranks and sources follow', async () => {
  const on = await stage()
  const { call } = on
  await call(updateOrganizationSettings, { brand: { name: 'Acme' } })
  const made = await call(createAsvCompetitor, { name: 'Acme Tower', domains: ['tower.example'] })
  const trello = await call(createAsvCompetitor, { name: 'Trello' })
  const promptId = (await newPrompt(on)) as never
  const { mentions } = await call(importAsvAnswers, {
    engineLabel: 'By hand',
    answers: [
      {
        promptId,
        text: 'Acme Tower leads, says everybody. Trello follows.',
        citations: [{ url: 'https://tower.example/x' }],
        observedAt: minutesAgo(5),
      },
    ],
  })
  expect(mentions.map(({ brandId, rank }) => [brandId, rank])).toEqual([
    [made.brand.id, 1],
    [trello.brand.id, 2],
  ])

  await call(deleteAsvCompetitor, { id: made.brand.id }, { confirm: true })
  const answerId = mentions[0]?.answerId as never
  expect((await call(getAsvAnswer, { answerId })).citations).toMatchObject([
    { ownership: 'third_party', brandId: null },
  ])
  await on.work()

  const answer = await call(getAsvAnswer, { answerId })
  expect(answer.mentions.map(({ brandId, rank }) => [brandId, rank])).toEqual([
    [ownBrandId(on.access.organization.id), 1],
    [trello.brand.id, 2],
  ])
})

/** The job, stopped by its worker once it has written so often. */
function stoppingAfter(writes: number, stop: AbortController): (typeof readAsvAnswersJob)['work'] {
  let written = 0
  return (ctx, input) =>
    readAsvAnswersJob.work(
      {
        ...ctx,
        async write(work) {
          ctx.signal.throwIfAborted()
          if (++written > writes) stop.abort()
          return ctx.write(work)
        },
      },
      input,
    )
}

async function countsOf(db: Writer, brandId: string) {
  const mentions = await db.selectFrom('asv_mention').select('count').where('brand_id', '=', brandId).execute()
  const sources = await db.selectFrom('asv_citation').select('answer_id').where('brand_id', '=', brandId).execute()
  const keys = await db.selectFrom('asv_answer').select('terms_key').distinct().execute()
  return {
    named: mentions.length,
    twice: mentions.filter(({ count }) => count === 2).length,
    owned: sources.length,
    keys: keys.length,
  }
}
