import { expect, test } from 'vitest'

import { modelStage } from '#areas/generation/test-models.ts'
import { createAsvCompetitor } from '#areas/visibility/operations/create-asv-competitor.ts'
import { createAsvPrompts } from '#areas/visibility/operations/create-asv-prompts.ts'
import { listAsvPrompts } from '#areas/visibility/operations/list-asv-prompts.ts'

import { suggestAsvPrompts } from './suggest-asv-prompts.ts'

type Result = {
  method: string
  proposals: { text: string; intent: string; tag: string | null; locale: string }[]
  brief?: { instructions: string[]; untrusted: object; handIn: object }
}

test('a model proposes questions; those that exist are left out, nothing is stored, and one credit is paid', async () => {
  const on = await modelStage()
  await on.newTopic({ primaryKeyword: 'bee hive' })
  await on.call(createAsvPrompts, { prompts: [{ text: 'Which hive is best?' }] })
  const prompts = ['which hive is best', 'How do I begin with bees?', 'How do I begin with bees', 'x'].map((text) => ({
    text,
    intent: 'problem',
    tag: 'bees',
  }))
  on.llm.says({ json: { prompts } })

  const started = await on.call(suggestAsvPrompts, { count: 5 })
  expect(started).toMatchObject({ method: 'model', credits: 1 })
  const { state, result } = await on.done(started)

  expect(state).toBe('succeeded')
  const { proposals, method } = result as Result
  expect(method).toBe('model')
  expect(proposals).toEqual([{ text: 'How do I begin with bees?', intent: 'problem', tag: 'bees', locale: 'en' }])
  expect((await on.call(listAsvPrompts, {})).total).toBe(1)
  expect(await on.balance()).toBe(99)
  expect(JSON.parse(on.llm.asked[0]?.prompt ?? '')).toMatchObject({ count: 5, keywords: ['bee hive'] })
})

test('without a key templates propose, for nothing, and a brief says what the own model of the caller needs', async () => {
  const on = await modelStage({ key: false })
  await on.newTopic({ primaryKeyword: 'bee hive' })
  await on.call(createAsvCompetitor, { name: 'Hivey' })

  const started = await on.call(suggestAsvPrompts, { count: 3 })
  expect(started).toMatchObject({ method: 'template', credits: 0 })
  const { result } = await on.done(started)

  const { proposals, brief } = result as Result
  expect(proposals).toEqual([
    { text: 'Which bee hive would you recommend, and why?', intent: 'discovery', tag: 'bee hive', locale: 'en' },
    { text: 'What are good alternatives to Hivey?', intent: 'alternatives', tag: null, locale: 'en' },
    { text: 'What should I look for in bee hive?', intent: 'problem', tag: 'bee hive', locale: 'en' },
  ])
  expect(brief).toMatchObject({
    untrusted: { source: 'organization', competitors: ['Hivey'], keywords: ['bee hive'] },
    handIn: { operation: 'createAsvPrompts' },
  })
  expect(brief?.instructions.length).toBeGreaterThan(2)
  await on.call(createAsvPrompts, { prompts: proposals.map(({ text, intent }) => ({ text, intent }) as never) })
  expect(((await on.done(await on.call(suggestAsvPrompts, { count: 3 }))).result as Result).proposals).not.toEqual(
    expect.arrayContaining([expect.objectContaining({ text: proposals[0]?.text })]),
  )
  expect(await on.balance()).toBe(100)
})

test('only the named sources are used, and a model without credits is refused', async () => {
  const on = await modelStage({ credits: 0 })
  await expect(on.call(suggestAsvPrompts, { count: 1 })).rejects.toMatchObject({ code: 'insufficient_credits' })

  const keyless = await modelStage({ key: false })
  await keyless.newTopic({ primaryKeyword: 'bee hive' })
  const { result } = await keyless.done(await keyless.call(suggestAsvPrompts, { count: 9, sources: ['brand'] }))
  expect((result as Result).proposals.map(({ intent }) => intent)).toEqual(['branded'])
})

test('what the caller may not read elsewhere is no source: left out, or refused by the scope that it needs', async () => {
  const on = await modelStage({ key: false })
  await on.newTopic({ primaryKeyword: 'bee hive' })
  const as = { scopes: ['asv:read' as const, 'asv:write' as const] }

  const { result } = await on.done(await on.call(suggestAsvPrompts, { count: 9 }, { as }))

  expect((result as Result).brief?.untrusted).toMatchObject({ keywords: [], searches: [] })
  await expect(on.call(suggestAsvPrompts, { count: 9, sources: ['topics'] }, { as })).rejects.toMatchObject({
    code: 'insufficient_scope',
    details: { requiredScopes: ['content:read'] },
  })
})
