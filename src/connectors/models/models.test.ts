import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { costOf, type ModelConnection, modelProviders, type ModelProvider } from '#kernel/model.ts'
import { Secret } from '#kernel/secret.ts'
import { openOutbound } from '#platform/http/safe-fetch.ts'
import type { Script } from '#test/standins/llm-script.ts'
import { llmKey, openLlm } from '#test/standins/llm.ts'

import { openModels } from './open-models.ts'

const outbound = openOutbound({ opened: ['127.0.0.0/8'], resolve: async () => [] })
const models = openModels({ configured: {}, prices: { 'openai_compatible:priced': price(1, 2) } })
let llm: Awaited<ReturnType<typeof openLlm>>
beforeAll(async () => {
  llm = await openLlm()
})
afterAll(async () => {
  await llm.close()
  await outbound.close()
})

const pages = [
  { url: 'https://a.example/one', title: 'One' },
  { url: 'https://b.example/two', title: 'Two' },
]
const full: Script = { text: 'Acme, then Bolt, then Acme.', pages, cited: [0, 1, 0], queries: ['best crm', 'crm'] }

let waits: number[]
let lost: number
beforeEach(() => {
  waits = []
  lost = 0
  llm.asked.length = 0
  llm.requests.length = 0
  llm.calm()
  llm.says({})
})

const connectionTo = (more: Partial<ModelConnection> = {}): ModelConnection => ({
  key: new Secret(llmKey),
  baseUrl: llm.url,
  fetch: outbound.fetch,
  wait: async (ms) => void waits.push(ms),
  onLost: () => void lost++,
  ...more,
})

const question = { prompt: 'Which CRM is best?', webSearch: true, country: null }

function ask(provider: ModelProvider, more: { webSearch?: boolean; country?: string; model?: string } = {}) {
  const { webSearch = true, country = null, model = 'some-model' } = more
  return models.find(provider).ask(connectionTo(), { ...question, model, webSearch, country })
}

describe.each(modelProviders)('%s', (provider) => {
  const searches = provider !== 'openai_compatible'

  test('answers with what it found, what it cites by occurrence, and what it used', async () => {
    llm.says({ ...full, tokens: [1000, 200] })

    const answer = await ask(provider)

    expect(answer).toMatchObject({ state: 'ok', errorCode: null, text: full.text, tries: 1, searched: searches })
    expect(answer.retrieved.map(({ url }) => url)).toEqual(searches ? pages.map(({ url }) => url) : [])
    // Perplexity's own marks are tried below.
    if (provider !== 'perplexity')
      expect(answer.cited.map(({ url }) => url)).toEqual(searches ? [0, 1, 0].map((at) => pages[at]?.url) : [])
    expect(answer.usage.inputTokens).toBe(1000)
    expect(answer.usage.outputTokens).toBe(provider === 'google' ? 210 : 200)
    expect(answer.servedModel).toBeTruthy()
    expect(answer.rawHash).toMatch(/^[0-9a-f]{64}$/)
  })

  test('asks exactly the prompt, alone, and without a search where none is wanted', async () => {
    const answer = await ask(provider, { webSearch: false })

    expect(llm.asked).toHaveLength(1)
    expect(llm.asked[0]).toMatchObject({ provider, prompt: 'Which CRM is best?' })
    expect(llm.asked[0]?.body).not.toHaveProperty('tools')
    expect(JSON.stringify(llm.asked[0]?.body)).not.toMatch(/system|instructions/)
    expect(answer).toMatchObject({ searched: false, searches: 0, retrieved: [], cited: [] })
  })

  test('a refusal, a cut-off text and an empty one are answers of their own', async () => {
    llm.says({ ...full, end: 'refused' })
    expect(await ask(provider)).toMatchObject({ state: 'refused', errorCode: null })

    llm.says({ ...full, end: 'cut off' })
    expect(await ask(provider)).toMatchObject({ state: 'error', errorCode: 'truncated', text: full.text })

    llm.says({ text: ' ' })
    expect(await ask(provider)).toMatchObject({ state: 'error', errorCode: 'bad_response' })
  })

  test('429 waits as long as it is told, a minute at most, and 529 and a broken connection with jitter', async () => {
    const every = () => true
    llm.fail(every, { status: 429, retryAfter: '7' }, { status: 529 })
    expect(await ask(provider)).toMatchObject({ state: 'ok', tries: 3 })
    expect(waits[0]).toBe(7000)
    expect(waits[1]).toBeGreaterThanOrEqual(1000)
    expect(waits[1]).toBeLessThan(3000)
    expect(lost).toBe(0)

    waits = []
    llm.fail(every, { status: 429, retryAfter: '3600' }, 'drop')
    expect(await ask(provider)).toMatchObject({ state: 'ok', tries: 3 })
    expect(waits[0]).toBe(60_000)
    // The connection broke once the question had been sent: it may have been paid.
    expect(lost).toBe(1)

    const nobody = connectionTo({ baseUrl: 'http://127.0.0.1:9' })
    const question = { model: 'm', prompt: 'p', webSearch: false, country: null }
    await expect(models.find(provider).ask(nobody, question)).rejects.toMatchObject({ code: 'unavailable', tries: 3 })
    expect(lost).toBe(1)
  })

  test.each([
    [{ status: 429, retryAfter: '1' }, 'rate_limited', 3],
    [{ status: 529 }, 'unavailable', 3],
    [{ status: 503, html: true }, 'unavailable', 3],
    [{ status: 401 }, 'auth_failed', 1],
    [{ status: 403 }, 'auth_failed', 1],
    [{ status: 402 }, 'quota_exhausted', 1],
    [{ status: 400 }, 'bad_response', 1],
    [{ status: 404 }, 'bad_response', 1],
    [{ status: 302 }, 'bad_response', 1],
    [{ status: 200, html: true }, 'bad_response', 1],
    [{ status: 200 }, 'bad_response', 1],
  ] as const)('%j is %s after %i tries', async (fault, code, tries) => {
    llm.fail(() => true, fault, fault, fault)

    await expect(ask(provider)).rejects.toMatchObject({ name: 'ModelFault', code, tries })

    expect(llm.requests).toHaveLength(tries)
  })

  test('a provider that does not answer in time, or answers too much, is told apart', async () => {
    const quick = connectionTo({ fetch: (address, rules) => outbound.fetch(address, { ...rules, timeoutMs: 100 }) })
    const question = { model: 'm', prompt: 'p', webSearch: false, country: null }
    llm.fail(() => true, 'timeout', 'timeout', 'timeout')
    await expect(models.find(provider).ask(quick, question)).rejects.toMatchObject({ code: 'timeout', tries: 3 })
    expect(lost).toBe(3)

    const small = connectionTo({ fetch: (address, rules) => outbound.fetch(address, { ...rules, maxBytes: 10 }) })
    await expect(models.find(provider).ask(small, question)).rejects.toMatchObject({ code: 'bad_response', tries: 1 })
  })

  test('the key goes into a header, never into the address, and out of no answer', async () => {
    llm.says({ text: `Your key is ${llmKey}.` })

    const answer = await ask(provider)

    expect(llm.requests.map(({ path, query }) => `${path}?${query}`).join()).not.toContain(llmKey)
    expect(JSON.stringify(llm.requests[0]?.headers)).toContain(llmKey)
    expect(answer.text).toBe('Your key is [removed].')
    expect(JSON.stringify(answer)).not.toContain(llmKey)
  })

  test('ends when nobody wants it any more', async () => {
    const ended = new AbortController()
    llm.fail(() => true, 'timeout')
    const asking = models
      .find(provider)
      .ask(connectionTo({ signal: ended.signal }), { model: 'm', prompt: 'p', webSearch: false, country: null })
    setTimeout(() => ended.abort(new Error('canceled')), 50)

    await expect(asking).rejects.toThrow('canceled')
  })

  test('the list of models shows whether a key works', async () => {
    const { listModels } = models.find(provider)
    expect((await listModels(connectionTo())).length).toBeGreaterThan(0)
    if (searches)
      await expect(listModels(connectionTo({ key: new Secret('wrong-key') }))).rejects.toMatchObject({
        code: 'auth_failed',
      })
  })
})

describe.each(['openai', 'anthropic', 'google', 'openai_compatible'] as const)('%s writes', (provider) => {
  const schema = {
    type: 'object',
    additionalProperties: false,
    required: ['title'],
    properties: { title: { type: 'string' } },
  }
  const request = {
    model: 'm',
    instructions: 'Write.',
    input: 'About bees',
    schema,
    schemaName: 'draft',
    maxOutputTokens: 900,
  }
  const write = () => models.find(provider).write?.(connectionTo(), request)

  test('in the form that is asked for, with no tools', async () => {
    llm.says({ json: { title: 'Bees' }, served: 'm-served' })

    expect(await write()).toMatchObject({ outcome: 'ok', json: { title: 'Bees' }, servedModel: 'm-served', tries: 1 })
    expect(llm.asked[0]?.body).not.toHaveProperty('tools')
    expect(llm.asked[0]).toMatchObject({ prompt: 'About bees', isForm: true })
  })

  test('says what is refused, cut off or no JSON', async () => {
    llm.says({ end: 'refused' })
    expect(await write()).toMatchObject({ outcome: 'refused' })
    llm.says({ end: 'cut off' })
    expect(await write()).toMatchObject({ outcome: 'cut_off' })
    llm.says({ text: '{"title": "Bees' })
    expect(await write()).toMatchObject({ outcome: 'malformed' })
  })
})

test.each(['openai', 'google'] as const)('%s draws', async (provider) => {
  const drawn = await models
    .find(provider)
    .draw?.draw(connectionTo(), { model: 'painter', prompt: 'A hive', aspect: '16:9' })

  expect(drawn?.bytes.subarray(1, 4).toString()).toBe('PNG')
})

test('the country goes into the location of the search', async () => {
  for (const provider of ['openai', 'anthropic', 'perplexity'] as const) {
    await ask(provider, { country: 'DE' })
    expect(JSON.stringify(llm.asked.at(-1)?.body['tools']), provider).toContain('"country":"DE"')
  }
})

test('searches that all failed are an error of their own', async () => {
  for (const provider of ['openai', 'anthropic'] as const) {
    llm.says({ ...full, searchFails: true, cited: [] })
    expect(await ask(provider), provider).toMatchObject({ state: 'error', errorCode: 'search_failed', searched: false })
  }
})

test('a turn of Anthropic that pauses is continued with what came, and everything is added up', async () => {
  llm.says({ ...full, pauses: 2, tokens: [10, 5] })

  const answer = await ask('anthropic')

  expect(answer).toMatchObject({
    state: 'ok',
    text: full.text,
    tries: 3,
    searches: 6,
    usage: { inputTokens: 30, outputTokens: 15 },
  })
  const messages = llm.asked[2]?.body['messages'] as { role: string; content: unknown[] }[]
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'assistant'])
  expect(messages[1]?.content).toContainEqual(expect.objectContaining({ type: 'server_tool_use' }))

  llm.says({ ...full, pauses: 99 })
  expect(await ask('anthropic')).toMatchObject({ state: 'error', errorCode: 'truncated', tries: 6 })
})

test('turns that pause are together as long as one answer may be, and those before a fault are not forgotten', async () => {
  llm.says({ ...full, pauses: 99, tokens: [10, 2000] })
  expect(await ask('anthropic')).toMatchObject({ errorCode: 'truncated', tries: 3, usage: { outputTokens: 6000 } })
  expect(llm.asked.map(({ body }) => body['max_tokens'])).toEqual([4096, 2096, 96])

  llm.asked.length = 0
  llm.says({ ...full, pauses: 1 })
  llm.fail(({ body }) => body.includes('server_tool_use'), { status: 400 })
  await expect(ask('anthropic')).rejects.toMatchObject({ code: 'bad_response' })
  expect([llm.asked.length, lost]).toEqual([1, 1])
})

test('what is answered in no form of HTTP may have been paid', async () => {
  const garbled = createServer((socket) => socket.once('data', () => socket.end('This is no answer\r\n\r\n')))
  await once(garbled.listen(0, '127.0.0.1'), 'listening')
  const { port } = garbled.address() as AddressInfo

  const connection = connectionTo({ baseUrl: `http://127.0.0.1:${port}` })
  const asked = models.find('openai').ask(connection, { ...question, model: 'some-model' })

  await expect(asked).rejects.toMatchObject({ code: 'unavailable', tries: 3 })
  expect(lost).toBe(3)
  await new Promise((done) => garbled.close(done))
})

test('the redirects of Google are read once, without the key; a hidden page keeps its domain', async () => {
  llm.says({
    text: 'Text',
    pages: [...pages, { url: 'gone', title: 'b.example' }, { url: 'gone', title: 'No host' }],
    cited: [2, 0, 0],
  })

  const { retrieved, cited } = await ask('google')

  expect(retrieved).toEqual([
    { url: 'https://a.example/one', domain: 'a.example', title: 'One' },
    { url: 'https://b.example/two', domain: 'b.example', title: 'Two' },
    { url: null, domain: 'b.example', title: 'b.example' },
    { url: null, domain: null, title: 'No host' },
  ])
  expect(cited.map(({ domain }) => domain)).toEqual(['b.example', 'a.example', 'a.example'])
  const redirects = llm.requests.filter(({ path }) => path.startsWith('/redirect/'))
  expect(redirects).toHaveLength(3)
  expect(JSON.stringify(redirects.map(({ headers }) => headers))).not.toContain(llmKey)
})

test('Perplexity is asked with the fields that it knows, and its marks are citations', async () => {
  llm.says({ ...full, text: 'Acme [2], Bolt [web:1] and Acme [2] again [9].' })

  const answer = await ask('perplexity', { model: 'sonar' })

  expect(Object.keys(llm.asked[0]?.body ?? {}).toSorted()).toEqual([
    'input',
    'max_output_tokens',
    'model',
    'tool_choice',
    'tools',
  ])
  expect(llm.asked[0]?.body['model']).toBe('perplexity/sonar')
  expect(answer.cited.map(({ url }) => url)).toEqual([pages[1]?.url, pages[0]?.url, pages[1]?.url])
  expect(answer.usage).toMatchObject({ searches: 1, reportedCost: 0.0067 })

  llm.fail(() => true, { status: 200 })
  await expect(ask('perplexity')).rejects.toMatchObject({ code: 'bad_response' })
})

test('a quota that is used up is no rate limit, a key that Google does not know no bad request', async () => {
  const answering = (status: number, error: object) =>
    connectionTo({
      fetch: async (url) => ({ status, url, headers: new Headers(), body: Buffer.from(JSON.stringify({ error })) }),
    })
  const question = { model: 'm', prompt: 'p', webSearch: false, country: null }
  const codeOf = (provider: ModelProvider, status: number, error: object) =>
    models
      .find(provider)
      .ask(answering(status, error), question)
      .then(({ state }) => state)
      .catch(({ code, tries }: { code: string; tries: number }) => [code, tries])

  expect(await codeOf('openai', 429, { code: 'insufficient_quota' })).toEqual(['quota_exhausted', 1])
  expect(await codeOf('anthropic', 400, { message: 'Your credit balance is too low to access the API.' })).toEqual([
    'quota_exhausted',
    1,
  ])
  expect(await codeOf('google', 400, { code: 400, details: [{ reason: 'API_KEY_INVALID' }] })).toEqual([
    'auth_failed',
    1,
  ])
  expect(await codeOf('openai', 400, { code: 'content_policy_violation' })).toBe('refused')
  expect(await codeOf('openai', 400, { code: 'model_not_found' })).toEqual(['bad_response', 1])
})

test('a compatible server needs no key, and one without structured output is told the form in words', async () => {
  const { ask: answer, write } = models.find('openai_compatible')
  await answer(connectionTo({ key: null }), { model: 'm', prompt: 'p', webSearch: true, country: null })
  expect(llm.requests[0]?.headers.authorization).toBeUndefined()

  llm.fail(({ body }) => body.includes('response_format'), { status: 400 })
  llm.says({ text: 'Here you are:\n```json\n{"title": "Bees"}\n```' })
  const schema = { type: 'object', properties: { title: { type: 'string' } } }
  const written = await write?.(connectionTo(), {
    model: 'm',
    instructions: 'Write.',
    input: 'Bees',
    schema,
    schemaName: 'draft',
    maxOutputTokens: 100,
  })
  expect(written).toMatchObject({ outcome: 'ok', json: { title: 'Bees' }, tries: 2 })
})

test('a cost follows from the usage, a reported one wins, and an unknown one is null', () => {
  const usage = { inputTokens: 1_000_000, outputTokens: 100_000, searches: 3, reportedCost: null }
  const of = (provider: ModelProvider, model: string, more: object = {}) =>
    costOf(models.priceOf(provider, model), { ...usage, ...more })

  expect(of('openai', 'gpt-6-sol')).toBe(3.03)
  expect(of('openai', 'gpt-6-sol-2026-09-22')).toBe(3.03)
  expect(of('openai', 'gpt-6-sol', { inputTokens: 1, outputTokens: 1, searches: 0 })).toBe(0.000012)
  expect(of('anthropic', 'claude-sonnet-5-5', { searches: 0 })).toBe(3)
  expect(of('openai', 'nobody-knows')).toBeNull()
  expect(of('openai', 'gpt-image-2')).toBeNull()
  expect(of('openai', 'nobody-knows', { reportedCost: 0.5 })).toBe(0.5)
  expect(of('openai_compatible', 'anything')).toBe(0)
  expect(of('openai_compatible', 'priced', { searches: 0 })).toBe(1.2)
  // A server may name its model otherwise than it was asked for.
  expect(costOf(models.priceOf('openai_compatible', 'priced-8b-q4', 'priced'), { ...usage, searches: 0 })).toBe(1.2)
})

test('a key that stands across the parts of an answer is in it as little as a whole one', async () => {
  const content = [llmKey.slice(0, 9), `${llmKey.slice(9)} end`].map((text) => ({ type: 'text', text }))
  const body = Buffer.from(JSON.stringify({ model: 'm', stop_reason: 'end_turn', content }))
  const fetch = async () => ({ status: 200, headers: new Headers(), url: '', body })

  const answer = await models.find('anthropic').ask(connectionTo({ fetch }), { ...question, model: 'm' })

  expect(answer.text).toBe('[removed] end')
})

function price(inputPerMillion: number, outputPerMillion: number) {
  return { inputPerMillion, outputPerMillion, perSearch: null }
}
