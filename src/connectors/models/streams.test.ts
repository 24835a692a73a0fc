import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { ModelConnection } from '#kernel/model.ts'
import { Secret } from '#kernel/secret.ts'
import { openOutbound } from '#platform/http/safe-fetch.ts'
import type { Script } from '#test/standins/llm-script.ts'
import type { StreamFault } from '#test/standins/llm-streams.ts'
import { llmKey, openLlm } from '#test/standins/llm.ts'

import { openModels } from './open-models.ts'

const outbound = openOutbound({ opened: ['127.0.0.0/8'], resolve: async () => [] })
const models = openModels({ configured: {}, prices: {} })
let llm: Awaited<ReturnType<typeof openLlm>>
beforeAll(async () => {
  llm = await openLlm()
})
afterAll(async () => {
  await llm.close()
  await outbound.close()
})

let waits: number
beforeEach(() => {
  waits = 0
  llm.requests.length = 0
  llm.calm()
})

const content = 'Bees need “flowers”.\n\nÜber alles: 蜂 and 😀.'
const json = { title: 'Bees', content }

describe.each(['openai', 'anthropic', 'google', 'openai_compatible'] as const)('%s streams', (provider) => {
  const connectionTo = (more: Partial<ModelConnection> = {}): ModelConnection => ({
    key: new Secret(llmKey),
    baseUrl: llm.url,
    fetch: outbound.fetch,
    wait: async () => void waits++,
    ...more,
  })

  /** Writes, and returns the answer with every state in which the text was seen. */
  async function written({ more, onGrowth }: { more?: Partial<ModelConnection>; onGrowth?: () => void } = {}) {
    const seen: string[] = []
    const answer = await models.find(provider).write?.(connectionTo(more), {
      model: 'm',
      instructions: 'Write.',
      input: 'About bees',
      schema: { type: 'object', properties: { title: { type: 'string' }, content: { type: 'string' } } },
      schemaName: 'draft',
      maxOutputTokens: 900,
      growing: {
        field: 'content',
        onGrowth: (read) => {
          if (read() !== (seen.at(-1) ?? '')) seen.push(read())
          onGrowth?.()
        },
      },
    })
    return { answer, seen }
  }

  /** Misbehaves with the first answers, one fault each, and answers well afterwards. */
  function stumbling(...faults: StreamFault[]) {
    llm.says((): Script => {
      const fault = faults.shift()
      return { json, ...(fault === undefined ? {} : { stream: { fault } }) }
    })
  }

  test('a text that grows by what arrives, and ends with what an answer at once has', async () => {
    llm.says({ json, tokens: [1000, 200], served: 'm-served' })

    const { answer, seen } = await written()

    expect(answer).toMatchObject({ outcome: 'ok', json, servedModel: 'm-served', tries: 1 })
    expect(answer?.usage).toMatchObject({ inputTokens: 1000, outputTokens: provider === 'google' ? 210 : 200 })
    expect(seen.length).toBeGreaterThan(5)
    for (const state of seen) expect(content.startsWith(state), state).toBe(true)
    expect(seen.at(-1)).toBe(content)
  })

  test('is seen before the answer has ended', async () => {
    const middle = Promise.withResolvers<void>()
    llm.says({ json, stream: { until: middle.promise } })

    // The stand-in does not go on before something was seen.
    const { answer, seen } = await written({ onGrowth: () => middle.resolve() })

    expect([answer?.outcome, seen.at(-1)]).toEqual(['ok', content])
  })

  test('a refusal and a text without an end are what they are without a stream', async () => {
    llm.says({ end: 'refused' })
    expect((await written()).answer).toMatchObject({ outcome: 'refused' })
    llm.says({ json, end: 'cut off' })
    expect((await written()).answer).toMatchObject({ outcome: 'cut_off' })
  })

  test('what breaks off or reports an error is asked again, after 429 too, and the text begins again', async () => {
    stumbling('breaks off')
    const { answer, seen } = await written()
    expect(answer).toMatchObject({ outcome: 'ok', json, tries: 2 })
    expect(seen.some((state, at) => state.length < (seen[at - 1]?.length ?? 0))).toBe(true)

    stumbling('error event')
    llm.fail(() => true, { status: 429, retryAfter: '2' })
    expect((await written()).answer).toMatchObject({ outcome: 'ok', tries: 3 })
    expect(waits).toBe(3)

    stumbling('error event', 'breaks off', 'error event')
    await expect(written()).rejects.toMatchObject({ name: 'ModelFault', code: 'unavailable', tries: 3 })
  })

  test('a line that is no JSON is an answer that cannot be used, a stream that stalls one that is late', async () => {
    stumbling('malformed line')
    await expect(written()).rejects.toMatchObject({ code: 'bad_response', tries: 1 })

    stumbling('stalls', 'stalls', 'stalls')
    const quick = { fetch: (address: string, rules = {}) => outbound.fetch(address, { ...rules, timeoutMs: 100 }) }
    await expect(written({ more: quick })).rejects.toMatchObject({ code: 'timeout', tries: 3 })
  })

  test('ends with what wanted it, in the middle of a text', async () => {
    const ended = new AbortController()
    stumbling('stalls')

    const writing = written({ more: { signal: ended.signal }, onGrowth: () => ended.abort(new Error('canceled')) })

    await expect(writing).rejects.toThrow('canceled')
  })

  test('the key is in no state of the text, cut in pieces as it comes', async () => {
    const escaped = llmKey.replace('k', '\\u006b')
    llm.says({ text: `{"content": "Your key is ${escaped}, they say."}` })

    const { answer, seen } = await written()

    expect(seen.at(-1)).toBe('Your key is [removed], they say.')
    expect(JSON.stringify(answer)).not.toContain(llmKey)
    for (const state of seen) expect(state).not.toContain(llmKey.slice(0, 8))
  })

  test('a server that answers at once is understood', async () => {
    llm.says({ json })
    const plain: ModelConnection['fetch'] = (address, rules = {}) => {
      const body = { ...(JSON.parse(String(rules.body)) as object), stream: false }
      const atOnce = address.replace(':streamGenerateContent?alt=sse', ':generateContent')
      return outbound.fetch(atOnce, { ...rules, body: JSON.stringify(body) })
    }

    expect((await written({ more: { fetch: plain } })).answer).toMatchObject({ outcome: 'ok', json })
  })
})
