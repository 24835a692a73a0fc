import { expect, test } from 'vitest'

import { chooseProvider, openNamed, writers } from '#areas/models/choose-writer.ts'
import { listLlmProviders } from '#areas/models/operations/list-llm-providers.ts'
import { openModels } from '#connectors/models/open-models.ts'
import { connectModel } from '#test/sample-connections.ts'
import { sharedParts } from '#test/shared-parts.ts'
import { stage } from '#test/stage.ts'

import { setDefaultModel } from './set-default-model.ts'

type Stage = Awaited<ReturnType<typeof stage>>

const models = openModels({ configured: {}, prices: {} })

/** What a job would write with that was told nothing. */
async function writerOf(on: Stage) {
  const { sealing } = on
  const provider = await on.rows(({ db }) => chooseProvider({ db, models }, { among: writers }))
  const read = <T>(work: (db: never) => Promise<T>) => on.rows(({ db }) => work(db as never))
  const { fetch } = (await sharedParts()).outbound
  const { model } = await openNamed({ models, sealing, fetch, read: read as never }, { provider, model: null })
  return `${provider}:${model}`
}

test('what is chosen writes where a call names nothing, and the first configured where nothing is chosen', async () => {
  const on = await stage()
  await connectModel(on)
  await connectModel(on, 'anthropic')
  expect(await writerOf(on)).toBe('openai:gpt-6-sol')

  await on.call(setDefaultModel, { provider: 'anthropic' })
  expect(await writerOf(on)).toBe('anthropic:claude-sonnet-5-5')
  await on.call(setDefaultModel, { provider: 'openai', model: 'gpt-6-luna' })
  expect(await writerOf(on)).toBe('openai:gpt-6-luna')
  const shown = await on.call(listLlmProviders, {}, on.inPerson())
  expect(shown.default).toEqual({ provider: 'openai', model: 'gpt-6-luna' })
  expect(shown.providers.find(({ provider }) => provider === 'openai')).toMatchObject({
    model: 'gpt-6-luna',
    defaultModel: 'gpt-6-sol',
    price: { inputPerMillion: 0.1, origin: 'list', checkedOn: '2026-11-23' },
  })

  expect(await on.call(setDefaultModel, { provider: null })).toEqual({ provider: null, model: null })
  expect(await writerOf(on)).toBe('openai:gpt-6-sol')
})

test('a provider without a key cannot be chosen, nor a model without its provider', async () => {
  const on = await stage()

  await expect(on.call(setDefaultModel, { provider: 'google' })).rejects.toMatchObject({
    code: 'provider_not_configured',
  })
  await expect(on.call(setDefaultModel, { provider: null, model: 'gpt-6-luna' })).rejects.toMatchObject({
    code: 'validation_failed',
  })
})
