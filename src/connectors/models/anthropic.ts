import { z } from 'zod'

import { modelConnector, type ModelConnection, type ModelUsage, type ShownPicture } from '#kernel/model.ts'

import {
  answerOf,
  answerTokens,
  modelIds,
  refusalsAsAnswers,
  runsOf,
  sourceOf,
  sources,
  textOfRuns,
  writtenOf,
} from './answer.ts'
import { type Called, callModel, unusable } from './call.ts'
import { messagesStream } from './messages-stream.ts'
import type { ModelStream } from './stream.ts'
import { growthOf } from './texts-of-answers.ts'
import { count, usageForm } from './usage.ts'

const label = 'Anthropic'
const host = 'https://api.anthropic.com'
const mostSearches = 5
const mostPauses = 5

const message = z.looseObject({
  model: z.string().nullish(),
  stop_reason: z.string().nullish(),
  content: z.array(z.looseObject({ type: z.string() })),
  usage: usageForm({
    input_tokens: count,
    cache_creation_input_tokens: count,
    cache_read_input_tokens: count,
    output_tokens: count,
    server_tool_use: z.looseObject({ web_search_requests: count }).nullish(),
  }),
})
type Message = z.output<typeof message>

const textBlock = z.looseObject({
  type: z.literal('text'),
  text: z.string(),
  citations: z
    .array(z.looseObject({ type: z.string().nullish(), url: z.unknown().optional(), title: z.unknown().optional() }))
    .nullish(),
})
const resultBlock = z.looseObject({
  type: z.literal('web_search_tool_result'),
  content: z.union([
    z.array(z.looseObject({ url: z.unknown().optional(), title: z.unknown().optional() })),
    // An error in place of the list.
    z.looseObject({}),
  ]),
})
const queryBlock = z.looseObject({
  type: z.literal('server_tool_use'),
  name: z.literal('web_search'),
  input: z.looseObject({ query: z.string() }),
})
const formBlock = z.looseObject({ type: z.literal('tool_use'), input: z.looseObject({}) })

/** Anthropic by its Messages API (platform.claude.com/docs/en/api/messages). */
export const anthropic = modelConnector({
  provider: 'anthropic',
  label,
  defaultModel: 'claude-sonnet-5-5',
  mostSearches,
  mostSearched: 200_000,
  hasLocation: true,

  async listModels(connection) {
    return modelIds((await call(connection, '/v1/models')).json)
  },

  ask: (connection, { model, prompt, webSearch, country }) =>
    refusalsAsAnswers(async () => {
      const location = country === null ? {} : { user_location: { type: 'approximate', country } }
      const search = { type: 'web_search_20250305', name: 'web_search', max_uses: mostSearches, ...location }
      const { messages, tries, rawHash } = await untilItsEnd(connection, {
        model,
        max_tokens: answerTokens,
        prompt,
        more: webSearch ? { tools: [search] } : {},
      })
      const blocks = messages.flatMap(({ content }) => content)
      const texts = blocks.flatMap((block) => textBlock.safeParse(block).data ?? [])
      const results = blocks.flatMap((block) => resultBlock.safeParse(block).data ?? [])
      const lists = results.flatMap(({ content }) => (Array.isArray(content) ? [content] : []))
      const usage = sumOf(messages)
      const last = messages.at(-1)?.stop_reason
      return answerOf(connection, {
        isRefused: last === 'refusal',
        // A turn that still pauses has no end, like one that ran out of tokens.
        isCutOff: last === 'max_tokens' || last === 'model_context_window_exceeded' || last === 'pause_turn',
        didSearchFail: results.length > 0 && lists.length === 0,
        text: textOfRuns(
          messages.flatMap(({ content }) => runsOf(content, (block) => textBlock.safeParse(block).data?.text)),
        ),
        servedModel: messages.at(-1)?.model ?? null,
        searchQueries: blocks.flatMap((block) => queryBlock.safeParse(block).data?.input.query ?? []),
        searches: usage.searches,
        searched: lists.length > 0,
        retrieved: sources(lists.flat().map(({ url, title }) => sourceOf(url, title))),
        cited: sources(
          texts
            .flatMap(({ citations }) => citations ?? [])
            .map(({ type, url, title }) => (type === 'web_search_result_location' ? sourceOf(url, title) : undefined)),
        ),
        usage,
        rawHash,
        tries,
      })
    }),

  async write(connection, request) {
    const { model, instructions, input, pictures = [], schema, maxOutputTokens, growing } = request
    const body = {
      model,
      max_tokens: maxOutputTokens,
      system: instructions,
      messages: [
        {
          role: 'user',
          content: pictures.length === 0 ? input : [...pictures.map(shown), { type: 'text', text: input }],
        },
      ],
      output_config: { format: { type: 'json_schema', schema } },
      ...(growing === undefined ? {} : { stream: true }),
    }
    const stream = growing === undefined ? undefined : messagesStream(growthOf(connection, growing))
    const called = await call(connection, '/v1/messages', body, stream)
    const answer = messageIn(called)
    const { stop_reason: reason } = answer
    const form = answer.content.flatMap((block) => formBlock.safeParse(block).data ?? [])[0]
    const texts = answer.content.flatMap((block) => textBlock.safeParse(block).data?.text ?? [])
    return writtenOf(connection, {
      text: form === undefined ? texts.join('') : JSON.stringify(form.input),
      isRefused: reason === 'refusal',
      isCutOff: reason === 'max_tokens' || reason === 'model_context_window_exceeded',
      servedModel: answer.model ?? null,
      usage: sumOf([answer]),
      tries: called.tries,
    })
  },
})

const shown = ({ mime, bytes }: ShownPicture) => ({
  type: 'image',
  source: { type: 'base64', media_type: mime, data: bytes.toString('base64') },
})

type Turn = { model: string; max_tokens: number; prompt: string; more: Record<string, unknown> }

/** Asks, and goes on while the answer pauses: what came is sent back as it is. All of it together is as long as one answer may be. */
async function untilItsEnd(connection: ModelConnection, { prompt, more, max_tokens, ...turn }: Turn) {
  const sent: unknown[] = [{ role: 'user', content: prompt }]
  const messages: Message[] = []
  let tries = 0
  for (;;) {
    const left = max_tokens - usedBy(messages, max_tokens)
    const body = { ...turn, max_tokens: left, messages: sent, ...more }
    const called = await call(connection, '/v1/messages', body).catch((error: unknown) => {
      // The turns before it were paid.
      if (messages.length > 0) connection.onLost?.()
      throw error
    })
    tries += called.tries
    const answer = messageIn(called)
    messages.push(answer)
    const mayGoOn = messages.length <= mostPauses && usedBy(messages, max_tokens) < max_tokens
    if (answer.stop_reason !== 'pause_turn' || !mayGoOn) return { messages, tries, rawHash: called.rawHash }
    sent.push({ role: 'assistant', content: called.json['content'] })
  }
}

// Turns that do not say how much they wrote may have written all.
const usedBy = (messages: readonly Message[], most: number): number => sumOf(messages).outputTokens ?? most

function messageIn({ json }: Called): Message {
  const { data } = message.safeParse(json)
  if (data === undefined) throw unusable(label)
  return data
}

// Tokens that a cache holds count as input. One turn that does not say what it used leaves all of it unknown.
function sumOf(messages: readonly Message[]): ModelUsage {
  const total = (counted: (usage: NonNullable<Message['usage']>) => number | null | undefined) =>
    messages.reduce<number | null>((sum, { usage }) => {
      const more = usage == null ? null : counted(usage)
      return sum === null || more == null ? null : sum + more
    }, 0)
  return {
    inputTokens: total(({ input_tokens: input, cache_creation_input_tokens: made, cache_read_input_tokens: read }) =>
      input == null ? null : input + (made ?? 0) + (read ?? 0),
    ),
    outputTokens: total((usage) => usage.output_tokens),
    searches: total((usage) => usage.server_tool_use?.web_search_requests ?? 0) ?? 0,
    reportedCost: null,
  }
}

function call(
  connection: ModelConnection,
  path: string,
  body?: Record<string, unknown>,
  stream?: ModelStream,
): Promise<Called> {
  const { key } = connection
  const headers = { 'anthropic-version': '2023-06-01', ...(key === null ? {} : { 'x-api-key': key.reveal() }) }
  return callModel(connection, { label, host, path, headers, stream, ...(body === undefined ? {} : { body }) })
}
