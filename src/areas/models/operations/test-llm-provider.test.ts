import { expect, test } from 'vitest'

import { connectModel } from '#test/sample-connections.ts'
import { stage } from '#test/stage.ts'
import { llmKey } from '#test/standins/llm.ts'
import { sampleLlm } from '#test/standins/sample-llm.ts'

import { testLlmProvider } from './test-llm-provider.ts'

const confirm = { confirm: true }

test('a key that works says so and names the models; a rehearsal asks nobody', async () => {
  const on = await stage()
  await connectModel(on)
  const llm = await sampleLlm()
  const before = llm.requests.length

  expect(await on.call(testLlmProvider, { provider: 'openai' }, { dryRun: true })).toMatchObject({ works: null })
  expect(llm.requests.length).toBe(before)
  expect(await on.call(testLlmProvider, { provider: 'openai' }, confirm)).toMatchObject({
    works: true,
    reason: null,
    models: ['model-of-the-stand-in'],
  })
})

test('a key that was revoked meanwhile is reported without its text', async () => {
  const on = await stage()
  await connectModel(on)
  const llm = await sampleLlm()
  llm.changeKey('another-key-of-the-stand-in')

  const found = await on.call(testLlmProvider, { provider: 'openai' }, confirm)
  llm.changeKey(llmKey)

  expect(found).toMatchObject({ works: false, reason: 'credential', models: [] })
  expect(JSON.stringify(found)).not.toContain(llmKey)
})

test('a key without rights is told from one that is missing', async () => {
  const on = await stage()

  await expect(on.call(testLlmProvider, { provider: 'google' }, confirm)).rejects.toMatchObject({
    code: 'provider_not_configured',
  })
  await connectModel(on)
  ;(await sampleLlm()).fail(({ method }) => method === 'GET', { status: 403 })
  expect(await on.call(testLlmProvider, { provider: 'openai' }, confirm)).toMatchObject({
    works: false,
    detail: 'OpenAI refuses the key (403).',
  })
})
