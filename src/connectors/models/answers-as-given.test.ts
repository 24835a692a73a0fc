import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { ModelConnection, ModelProvider } from '#kernel/model.ts'
import { costOf } from '#kernel/model.ts'
import { openOutbound } from '#platform/http/safe-fetch.ts'
import { openStandin } from '#test/standins/standin.ts'

import { openModels } from './open-models.ts'

// Answers as providers can give them, which the scripts of the stand-in do not write.

const outbound = openOutbound({ opened: ['127.0.0.0/8'], resolve: async () => [] })
const models = openModels({ configured: {}, prices: {} })
let bodies: unknown[]
let service: Awaited<ReturnType<typeof openStandin>>
beforeAll(async () => {
  service = await openStandin(() => ({ status: 200, json: bodies.length > 1 ? bodies.shift() : bodies[0] }))
})
beforeEach(() => void (bodies = []))
afterAll(async () => {
  await service.close()
  await outbound.close()
})

const connection = (): ModelConnection => ({ key: null, baseUrl: service.url, fetch: outbound.fetch })

function answerTo(provider: ModelProvider, ...given: unknown[]) {
  bodies = given
  const question = { model: 'some-model', prompt: 'Which CRM is best?', webSearch: true, country: null }
  return models.find(provider).ask(connection(), question)
}

const anthropic = (content: unknown[], more: object = {}) => ({
  model: 'm',
  stop_reason: 'end_turn',
  content,
  usage: { input_tokens: 10, output_tokens: 5 },
  ...more,
})
const said = (text: string) => ({ type: 'text', text, citations: [] })
const search = [
  { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'crm' } },
  { type: 'web_search_tool_result', tool_use_id: 's', content: [{ url: 'https://a.example/x', title: 'X' }] },
]
const responses = (output: unknown[], more: object = {}) => ({
  model: 'm',
  status: 'completed',
  output,
  usage: { input_tokens: 10, output_tokens: 5 },
  ...more,
})
const message = (...texts: string[]) => ({
  type: 'message',
  content: texts.map((text) => ({ type: 'output_text', text, annotations: [] })),
})
const google = (parts: unknown[], more: object = {}) => ({
  modelVersion: 'm',
  candidates: [{ finishReason: 'STOP', content: { parts } }],
  usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5 },
  ...more,
})
const completion = (content: string, more: object = {}) => ({
  model: 'm',
  choices: [{ finish_reason: 'stop', message: { content } }],
  usage: { prompt_tokens: 10, completion_tokens: 5 },
  ...more,
})

test.each([
  [
    'anthropic',
    [anthropic([said('I look.'), ...search, said('Acme is '), said('the best.')])],
    'I look.\n\nAcme is the best.',
  ],
  [
    'anthropic',
    [anthropic([said('Let me search')], { stop_reason: 'pause_turn' }), anthropic([said('Acme is good')])],
    'Let me search\n\nAcme is good',
  ],
  [
    'anthropic',
    [anthropic([said('We compared.'), ...search, said('1. Trello\n2. Acme')])],
    'We compared.\n\n1. Trello\n2. Acme',
  ],
  ['openai', [responses([message('I look at it.'), message('Acme ', 'leads.')])], 'I look at it.\n\nAcme leads.'],
  ['perplexity', [responses([message('Trello'), message('Acme')])], 'Trello\n\nAcme'],
  [
    'google',
    [google([{ text: 'One ' }, { text: 'run.' }, { text: 'Hm.', thought: true }, { text: 'Acme.' }])],
    'One run.\n\nAcme.',
  ],
] as const)(
  '%s: what a search, a pause or a message divides are paragraphs, what it divides itself is one text',
  async (provider, given, text) => {
    expect((await answerTo(provider, ...given)).text).toBe(text)
  },
)

const hostile = 'Acme\u0000 leads \ud83d.'
const harmless = 'Acme leads \ufffd.'
test.each([
  [
    'openai',
    responses(
      [
        { type: 'web_search_call', action: { type: 'search', query: hostile } },
        {
          type: 'message',
          content: [
            {
              type: 'output_text',
              text: hostile,
              annotations: [{ type: 'url_citation', url: 'https://a.example/\u0000x', title: hostile }],
            },
          ],
        },
      ],
      { model: hostile },
    ),
  ],
  [
    'anthropic',
    anthropic(
      [
        { type: 'server_tool_use', name: 'web_search', input: { query: hostile } },
        {
          type: 'text',
          text: hostile,
          citations: [{ type: 'web_search_result_location', url: 'https://a.example/\u0000x', title: hostile }],
        },
      ],
      { model: hostile },
    ),
  ],
] as const)('%s: what no database takes is in no text of an answer', async (provider, given) => {
  expect(await answerTo(provider, given)).toMatchObject({
    text: harmless,
    servedModel: harmless,
    searchQueries: [harmless],
    cited: [{ url: 'https://a.example/x', title: harmless }],
  })
})

const price = { inputPerMillion: 1, outputPerMillion: 2, perSearch: 0.01 }
const text = [{ text: 'Acme.' }]
test.each([
  ['openai', responses([message('Acme.')], { usage: null })],
  ['openai', responses([message('Acme.')], { usage: {} })],
  ['openai', responses([message('Acme.')], { usage: { input_tokens: -5, output_tokens: 5 } })],
  ['openai', responses([message('Acme.')], { usage: { input_tokens: 5, output_tokens: 1e12 } })],
  ['openai', responses([message('Acme.')], { usage: { input_tokens: 5, output_tokens: 0.5 } })],
  [
    'perplexity',
    responses([message('Acme.')], { usage: { input_tokens: 5, output_tokens: 5, cost: { total_cost: -1 } } }),
  ],
  ['anthropic', anthropic([said('Acme.')], { usage: undefined })],
  ['anthropic', anthropic([said('Acme.')], { usage: { input_tokens: 10 } })],
  ['anthropic', anthropic([said('Acme.')], { usage: { input_tokens: 10, output_tokens: '5' } })],
  ['google', google(text, { usageMetadata: undefined })],
  ['google', google(text, { usageMetadata: { promptTokenCount: 10 } })],
  ['google', google(text, { usageMetadata: { promptTokenCount: 10, candidatesTokenCount: -1 } })],
  ['openai_compatible', completion('Acme.', { usage: undefined })],
] as const)('%s: what an answer cost is not known where it does not say what it used (%#)', async (provider, given) => {
  const { state, usage } = await answerTo(provider, given)

  expect(state).toBe('ok')
  expect(costOf(price, usage)).toBeNull()
  expect(costOf({ inputPerMillion: 0, outputPerMillion: 0, perSearch: 0 }, usage)).toBe(0)
})
