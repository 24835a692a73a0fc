import { expect, test } from 'vitest'

import { connectModel } from '#test/sample-connections.ts'
import { stage } from '#test/stage.ts'
import { llmKey } from '#test/standins/llm.ts'

import { listLlmProviders } from './list-llm-providers.ts'

test('the settings show who configured a provider, and nothing of a key but its end, to administrators', async () => {
  const on = await stage()
  await connectModel(on)

  const { providers, mayChange } = await on.call(listLlmProviders, {}, on.inPerson())
  const seen = await on.call(listLlmProviders, {}, on.inPerson({ as: { role: 'author' } }))

  expect(mayChange).toBe(true)
  expect(providers[0]).toMatchObject({
    provider: 'openai',
    label: 'OpenAI',
    source: 'stored',
    last4: '6789',
    writes: true,
    draws: true,
    price: { inputPerMillion: 2, outputPerMillion: 10, perSearch: 0.01 },
  })
  expect(providers.map(({ writes }) => writes)).toEqual([true, true, true, false, true])
  expect(providers.slice(1).every(({ configured }) => !configured)).toBe(true)
  expect(JSON.stringify(providers)).not.toContain(llmKey)
  expect(seen).toMatchObject({ mayChange: false, providers: [{ configured: true, last4: null }, {}, {}, {}, {}] })
  await expect(on.call(listLlmProviders, {})).rejects.toMatchObject({ code: 'operation_excluded' })
})
