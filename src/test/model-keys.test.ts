import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openModels } from '#connectors/models/open-models.ts'
import { type ModelConnection, ModelFault, modelProviders } from '#kernel/model.ts'
import { Secret } from '#kernel/secret.ts'
import { openOutbound } from '#platform/http/safe-fetch.ts'

import { formsOf } from './secret-forms.ts'
import { openLlm } from './standins/llm.ts'
import { openStandin } from './standins/standin.ts'

// A provider, or what stands between, may repeat the key in any place of its answer. It is tried in every one.

const key = 'canary/of+a"model-0123456789'
const forms = [
  ...formsOf(key),
  JSON.stringify(key).slice(1, -1),
  key.replaceAll('/', '\\/'),
  key.replaceAll('"', '&quot;'),
  [...key].join('\u200B'),
]
const outbound = openOutbound({ opened: ['127.0.0.0/8'], resolve: async () => [] })
const models = openModels({ configured: {}, prices: {} })

let llm: Awaited<ReturnType<typeof openLlm>>
let echo: Awaited<ReturnType<typeof openStandin>>
let status = 200
/** What becomes of an answer on its way. */
let alter: (json: unknown) => string = JSON.stringify
beforeAll(async () => {
  llm = await openLlm()
  llm.changeKey(key)
  llm.says({
    text: 'Take Acme.',
    pages: [{ url: 'https://a.example/x', title: 'A page' }],
    cited: [0],
    queries: ['best crm'],
  })
  echo = await openStandin(async ({ method, path, headers, body }) => {
    if (path.startsWith('/redirect/')) return { status: 302, headers: { location: 'https://a.example/x' } }
    const given = ['authorization', 'x-api-key', 'x-goog-api-key', 'anthropic-version', 'content-type']
    const sent = given.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]]))
    const answer = await fetch(`${llm.url}${path}`, {
      method,
      headers: Object.fromEntries(sent),
      ...(method === 'GET' ? {} : { body: body.toString() }),
    })
    return { status, text: alter(await answer.json()), headers: { 'x-request-id': key, 'retry-after': '0' } }
  })
})
afterAll(async () => {
  await Promise.all([llm.close(), echo.close(), outbound.close()])
})

describe.each(modelProviders)('%s', (provider) => {
  const connection = (): ModelConnection => ({
    key: new Secret(key),
    baseUrl: echo.url,
    fetch: outbound.fetch,
    wait: async () => {},
  })
  const connector = models.find(provider)
  const calls = {
    ask: () =>
      connector.ask(connection(), { model: 'some-model', prompt: 'Best CRM?', webSearch: true, country: null }),
    listModels: () => connector.listModels(connection()),
  }

  test.each(Object.entries(calls))('%s brings no key that stands anywhere in an answer', async (_, call) => {
    status = 200
    let seen: unknown
    alter = (json) => JSON.stringify((seen = json))
    await call()
    const places = textsIn(seen)
    expect(places.length).toBeGreaterThan(0)

    for (const place of places)
      for (const isEscaped of [false, true]) {
        alter = (json) => {
          const text = JSON.stringify(withText(json, place, forms.join(' ')))
          return isEscaped ? text.replaceAll('/', '\\/') : text
        }
        expectNoKey(await outcomeOf(call), place.join('.'))
      }
  })

  test('nor one in an error, whatever its status', async () => {
    for (status of [400, 401, 402, 403, 404, 408, 429, 500, 529]) {
      for (const text of [
        JSON.stringify({ error: { message: `Wrong key ${key}`, code: key, type: key } }),
        JSON.stringify({ error: key }),
        `<h1>${key}</h1>`,
      ]) {
        alter = () => text
        expectNoKey(await outcomeOf(calls.ask), `${status}`)
        expectNoKey(await outcomeOf(calls.listModels), `${status}`)
      }
    }
  })
})

test('a key that is left in would be found', () => {
  for (const form of forms) expect(() => expectNoKey({ form }, 'here')).toThrow()
})

/** What a call came to: its answer, or all that its fault says. */
async function outcomeOf(call: () => Promise<unknown>): Promise<unknown> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof ModelFault)) throw error
    return { ...error, message: error.message, stack: error.stack, cause: error.cause }
  }
}

function expectNoKey(outcome: unknown, place: string): void {
  const texts = textsIn(outcome).map((one) =>
    String(one.reduce<unknown>((value, name) => Object(value)[name], outcome)),
  )
  expect(
    texts.filter((text) => forms.some((form) => text.includes(form))),
    place,
  ).toEqual([])
}

type Place = readonly (string | number)[]

/** The place of every text in a JSON value. */
function textsIn(json: unknown, place: Place = []): Place[] {
  if (typeof json === 'string') return [place]
  if (Array.isArray(json)) return json.flatMap((one, at) => textsIn(one, [...place, at]))
  if (json === null || typeof json !== 'object') return []
  return Object.entries(json).flatMap(([name, one]) => textsIn(one, [...place, name]))
}

/** The same value with a word after one of its texts. */
function withText(json: unknown, [first, ...rest]: Place, word: string): unknown {
  if (first === undefined) return `${String(json)} ${word}`
  if (Array.isArray(json)) return json.map((one, at) => (at === first ? withText(one, rest, word) : (one as unknown)))
  if (json === null || typeof json !== 'object') return json
  return Object.fromEntries(
    Object.entries(json).map(([name, one]) => [name, name === first ? withText(one, rest, word) : (one as unknown)]),
  )
}
