import { expect, test } from 'vitest'

import { listGenerationOptions } from '#areas/generation/operations/list-generation-options.ts'
import { getConnectorState } from '#areas/integrations/operations/get-connector-state.ts'
import { openModel } from '#areas/models/open-model.ts'
import { openModels } from '#connectors/models/open-models.ts'
import { Secret } from '#kernel/secret.ts'
import { stage } from '#test/stage.ts'
import { llmKey } from '#test/standins/llm.ts'
import { sampleLlm } from '#test/standins/sample-llm.ts'

import { setLlmProviderKey } from './set-llm-provider-key.ts'

type Stage = Awaited<ReturnType<typeof stage>>
type Given = Parameters<typeof setLlmProviderKey.handle>[1]

const set = (on: Stage, input: Given, more: object = {}) =>
  on.call(setLlmProviderKey, input, { ...on.inPerson({ elevated: true }), confirm: true, ...more })

async function statesOf(on: Stage) {
  const { providers } = await on.call(listGenerationOptions, {})
  const { llmProviders } = await on.call(getConnectorState, {})
  expect(providers).toMatchObject(llmProviders)
  return providers.filter(({ configured }) => configured).map(({ provider }) => provider)
}

test('a key that works is stored sealed and takes effect; nothing of it but its end is shown', async () => {
  const on = await stage()
  expect(await statesOf(on)).toEqual([])

  expect(await set(on, { provider: 'openai', key: llmKey })).toEqual({
    provider: 'openai',
    configured: true,
    source: 'stored',
    last4: '6789',
  })

  expect(await statesOf(on)).toEqual(['openai'])
  const rows = await on.rows(({ db }) => db.selectFrom('model_key').selectAll().execute())
  expect(JSON.stringify(rows)).not.toContain(llmKey)
  const records = await on.rows(({ db }) => db.selectFrom('audit_record').selectAll().execute())
  expect(JSON.stringify(records)).not.toContain(llmKey)
  expect(await set(on, { provider: 'openai', key: null })).toMatchObject({
    configured: false,
    source: null,
    last4: null,
  })
  expect(await statesOf(on)).toEqual([])
})

test.each(['openai', 'anthropic', 'google', 'perplexity'] as const)(
  'a key that %s refuses is not stored',
  async (provider) => {
    const on = await stage()

    await expect(set(on, { provider, key: 'a-key-that-nobody-knows' })).rejects.toMatchObject({
      code: 'target_rejected',
      details: { reason: 'credential' },
    })
    expect(await set(on, { provider, key: llmKey })).toMatchObject({ configured: true })
    // The one that works stays.
    await expect(set(on, { provider, key: 'a-key-that-nobody-knows' })).rejects.toMatchObject({
      code: 'target_rejected',
    })
    expect(await statesOf(on)).toEqual([provider])
  },
)

test('a provider that is away, and a proxy without a list of models', async () => {
  const on = await stage()
  const llm = await sampleLlm()
  const toList = { status: 404 } as const
  llm.fail(({ path }) => path === '/v1/models', toList, toList)
  expect(await set(on, { provider: 'anthropic', key: llmKey })).toMatchObject({ configured: true })
  await expect(set(on, { provider: 'openai', key: 'wrong-key' })).rejects.toMatchObject({ code: 'target_rejected' })

  llm.fail(() => true, { status: 400 })
  await expect(set(on, { provider: 'openai', key: llmKey })).rejects.toMatchObject({
    code: 'upstream_failed',
    details: { reason: 'bad_response' },
  })
  expect(await statesOf(on)).toEqual(['anthropic'])
})

test('a compatible server is configured by its address alone, and only it has one', async () => {
  const on = await stage()
  const llm = await sampleLlm()
  const { url: baseUrl } = llm

  await expect(set(on, { provider: 'openai_compatible', key: 'any-key' })).rejects.toMatchObject({
    code: 'validation_failed',
    details: [{ path: '/input/baseUrl' }],
  })
  await expect(set(on, { provider: 'openai', key: llmKey, baseUrl })).rejects.toMatchObject({
    code: 'validation_failed',
  })
  await expect(
    set(on, { provider: 'openai_compatible', key: null, baseUrl: 'http://10.0.0.1:11434' }),
  ).rejects.toMatchObject({ code: 'url_not_allowed' })

  expect(await set(on, { provider: 'openai_compatible', key: null, baseUrl: `${baseUrl}/v1/` })).toEqual({
    provider: 'openai_compatible',
    configured: true,
    source: 'stored',
    last4: null,
  })
  // Its address stays when a key is added.
  llm.changeKey('short')
  expect(await set(on, { provider: 'openai_compatible', key: 'short' })).toMatchObject({
    configured: true,
    last4: null,
  })
  llm.changeKey(llmKey)
  const rows = await on.rows(({ db }) => db.selectFrom('model_key').select('base_url').execute())
  expect(rows).toEqual([{ base_url: baseUrl }])
})

test("a stored key wins over the operator's, which is there again once it is removed", async () => {
  const { url: baseUrl } = await sampleLlm()
  const configured = { openai: { key: new Secret('key-of-the-operator'), baseUrl } }
  const models = openModels({ configured, prices: {} })
  const on = await stage({ models })
  const key = async () => {
    const { connection } = await openModel(
      {
        models,
        sealing: on.sealing,
        fetch: () => Promise.reject(new Error('unused')),
        read: (work) => on.rows(({ db }) => work(db)),
      },
      'openai',
    )
    return [connection.key?.reveal(), connection.baseUrl]
  }

  expect(await statesOf(on)).toEqual(['openai'])
  expect(await key()).toEqual(['key-of-the-operator', baseUrl])
  expect(await set(on, { provider: 'openai', key: llmKey })).toMatchObject({ source: 'stored' })
  expect(await key()).toEqual([llmKey, baseUrl])
  expect(await set(on, { provider: 'openai', key: null })).toEqual({
    provider: 'openai',
    configured: true,
    source: 'environment',
    last4: null,
  })
  expect(await key()).toEqual(['key-of-the-operator', baseUrl])
})

test('a rehearsal asks nobody and stores nothing; agents and plain sessions are refused', async () => {
  const on = await stage()
  const llm = await sampleLlm()
  const before = llm.requests.length

  expect(await set(on, { provider: 'openai', key: 'whatever-it-is' }, { dryRun: true })).toMatchObject({
    configured: true,
  })
  expect(llm.requests).toHaveLength(before)
  expect(await statesOf(on)).toEqual([])
  await expect(
    on.call(setLlmProviderKey, { provider: 'openai', key: llmKey }, { confirm: true }),
  ).rejects.toMatchObject({
    code: 'operation_excluded',
  })
  await expect(
    on.call(setLlmProviderKey, { provider: 'openai', key: llmKey }, { ...on.inPerson(), confirm: true }),
  ).rejects.toMatchObject({ code: 'elevation_required' })
})
