import { z } from 'zod'

import { Refusal } from '#kernel/errors.ts'
import {
  type DrawRequest,
  modelConnector,
  type ModelConnection,
  ModelFault,
  type ShownPicture,
  type WebSource,
} from '#kernel/model.ts'

import { answerOf, answerTokens, refusalsAsAnswers, runsOf, sourceOf, textOfRuns, writtenOf } from './answer.ts'
import { type Called, callModel, unusable } from './call.ts'
import { generatedStream } from './generated-stream.ts'
import type { ModelStream } from './stream.ts'
import { growthOf } from './texts-of-answers.ts'
import { count, usageForm } from './usage.ts'

const label = 'Google'
const host = 'https://generativelanguage.googleapis.com'
const refusals = new Set(['SAFETY', 'PROHIBITED_CONTENT', 'BLOCKLIST', 'RECITATION', 'SPII', 'IMAGE_SAFETY'])

const generated = z.looseObject({
  modelVersion: z.string().nullish(),
  promptFeedback: z.looseObject({ blockReason: z.string().nullish() }).nullish(),
  candidates: z
    .array(
      z.looseObject({
        finishReason: z.string().nullish(),
        content: z
          .looseObject({
            parts: z
              .array(
                z.looseObject({
                  text: z.string().nullish(),
                  thought: z.boolean().nullish(),
                  inlineData: z.looseObject({ data: z.string() }).nullish(),
                }),
              )
              .nullish(),
          })
          .nullish(),
        groundingMetadata: z
          .looseObject({
            webSearchQueries: z.array(z.string()).nullish(),
            groundingChunks: z
              .array(
                z.looseObject({
                  web: z.looseObject({ uri: z.string().nullish(), title: z.string().nullish() }).nullish(),
                }),
              )
              .nullish(),
            groundingSupports: z.array(z.looseObject({ groundingChunkIndices: z.array(z.int()).nullish() })).nullish(),
          })
          .nullish(),
      }),
    )
    .default([]),
  usageMetadata: usageForm({
    promptTokenCount: count,
    toolUsePromptTokenCount: count,
    candidatesTokenCount: count,
    thoughtsTokenCount: count,
  }),
})
type Generated = z.output<typeof generated>
const models = z.looseObject({ models: z.array(z.looseObject({ name: z.string() })).default([]) })

/** Google by generateContent (ai.google.dev/api/generate-content). Its search has no location: a country is not sent. */
export const google = modelConnector({
  provider: 'google',
  label,
  defaultModel: 'gemini-3.6-flash',
  mostSearches: null,
  mostSearched: 128_000,
  hasLocation: false,

  async listModels(connection) {
    const { data } = models.safeParse((await call(connection, '/v1beta/models')).json)
    return (data?.models ?? []).map(({ name }) => name.replace(/^models\//, ''))
  },

  ask: (connection, { model, prompt, webSearch }) =>
    refusalsAsAnswers(async () => {
      const called = await call(connection, pathOf(model), {
        contents: [{ role: 'user', parts: [{ text: prompt }] }],
        ...(webSearch ? { tools: [{ google_search: {} }] } : {}),
        generationConfig: { maxOutputTokens: answerTokens },
      })
      const answer = answerIn(called)
      const grounding = answer.candidates[0]?.groundingMetadata
      const pages = await pagesOf(
        connection,
        (grounding?.groundingChunks ?? []).map(({ web }) => web ?? undefined),
      )
      const searchQueries = grounding?.webSearchQueries ?? []
      const named = (grounding?.groundingSupports ?? []).flatMap((support) => support.groundingChunkIndices ?? [])
      return answerOf(connection, {
        ...endOf(answer),
        didSearchFail: false,
        text: textOfRuns(runsOf(partsOf(answer), saidIn)),
        servedModel: answer.modelVersion ?? null,
        searchQueries,
        searches: searchQueries.length,
        searched: searchQueries.length > 0 || pages.length > 0,
        retrieved: pages.flatMap((page) => page ?? []),
        cited: named.flatMap((index) => pages[index] ?? []),
        usage: usageOf(answer),
        rawHash: called.rawHash,
        tries: called.tries,
      })
    }),

  async write(connection, request) {
    const { model, instructions, input, pictures = [], schema, maxOutputTokens, growing } = request
    const body = {
      systemInstruction: { parts: [{ text: instructions }] },
      contents: [{ role: 'user', parts: [...pictures.map(shown), { text: input }] }],
      generationConfig: {
        responseMimeType: 'application/json',
        responseJsonSchema: schema,
        maxOutputTokens,
      },
    }
    const called =
      growing === undefined
        ? await call(connection, pathOf(model), body)
        : await call(connection, streamOf(model), body, generatedStream(growthOf(connection, growing)))
    const answer = answerIn(called)
    return writtenOf(connection, {
      text: textOf(answer),
      ...endOf(answer),
      servedModel: answer.modelVersion ?? null,
      usage: usageOf(answer),
      tries: called.tries,
    })
  },

  draw: {
    defaultModel: 'gemini-3.1-flash-image',
    async draw(connection, { model, prompt, aspect }: DrawRequest) {
      const called = await call(connection, pathOf(model), {
        contents: [{ role: 'user', parts: [{ text: prompt }] }],
        generationConfig: { responseModalities: ['TEXT', 'IMAGE'], imageConfig: { aspectRatio: aspect } },
      })
      const answer = answerIn(called)
      if (endOf(answer).isRefused)
        throw new ModelFault('refused', `${label} refuses to draw this.`, { tries: called.tries })
      const picture = partsOf(answer).find(({ inlineData, thought }) => inlineData != null && thought !== true)
      if (picture?.inlineData == null) throw unusable(label)
      return {
        bytes: Buffer.from(picture.inlineData.data, 'base64'),
        servedModel: answer.modelVersion ?? null,
        usage: usageOf(answer),
        tries: called.tries,
      }
    },
  },
})

const shown = ({ mime, bytes }: ShownPicture) => ({ inlineData: { mimeType: mime, data: bytes.toString('base64') } })

const placeOf = (model: string) => `/v1beta/models/${encodeURIComponent(model.replace(/^models\//, ''))}`
const pathOf = (model: string) => `${placeOf(model)}:generateContent`
const streamOf = (model: string) => `${placeOf(model)}:streamGenerateContent?alt=sse`

function answerIn({ json }: Called): Generated {
  const { data } = generated.safeParse(json)
  const isAnswered = data !== undefined && (data.candidates.length > 0 || data.promptFeedback != null)
  if (!isAnswered) throw unusable(label)
  return data
}

const partsOf = ({ candidates }: Generated) => candidates[0]?.content?.parts ?? []

const textOf = (answer: Generated): string =>
  partsOf(answer)
    .map((part) => saidIn(part) ?? '')
    .join('')

/** What a part says; undefined where it is a thought, or no text. */
const saidIn = ({ text, thought }: ReturnType<typeof partsOf>[number]): string | undefined =>
  thought === true ? undefined : (text ?? undefined)

function endOf({ promptFeedback, candidates }: Generated): { isRefused: boolean; isCutOff: boolean } {
  const reason = candidates[0]?.finishReason ?? ''
  return { isRefused: promptFeedback?.blockReason != null || refusals.has(reason), isCutOff: reason === 'MAX_TOKENS' }
}

// Counts of nothing are left out: a prompt always has some, an answer without content has none.
function usageOf(answer: Generated) {
  const { usageMetadata: usage, candidates } = answer
  const { promptTokenCount: prompt, candidatesTokenCount: written } = usage ?? {}
  const isCounted = written != null || (usage != null && partsOf(answer).length === 0)
  return {
    inputTokens: prompt == null ? null : prompt + (usage?.toolUsePromptTokenCount ?? 0),
    outputTokens: isCounted ? (written ?? 0) + (usage?.thoughtsTokenCount ?? 0) : null,
    searches: candidates[0]?.groundingMetadata?.webSearchQueries?.length ?? 0,
    reportedCost: null,
  }
}

type Web = { uri?: string | null | undefined; title?: string | null | undefined } | undefined

/** The pages behind the redirects of an answer, each redirect read once, in the order of its chunks. */
async function pagesOf(connection: ModelConnection, webs: readonly Web[]): Promise<(WebSource | undefined)[]> {
  const known = new Map<string, Promise<string | null>>()
  return Promise.all(
    webs.map(async (web) => {
      if (web === undefined) return undefined
      const { uri, title } = web
      if (uri == null) return hidden(title)
      const target = known.get(uri) ?? targetOf(connection, uri)
      known.set(uri, target)
      return sourceOf(await target, title) ?? hidden(title)
    }),
  )
}

// Carries no key, and is not followed.
async function targetOf({ fetch, signal }: ModelConnection, uri: string): Promise<string | null> {
  try {
    const { status, headers } = await fetch(uri, {
      redirects: 0,
      http: true,
      ...(signal === undefined ? {} : { signal }),
    })
    return status >= 300 && status < 400 ? headers.get('location') : null
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

function hidden(title: string | null | undefined): WebSource {
  const name = (title ?? '').trim().toLowerCase()
  const isHost = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/.test(name)
  return { url: null, domain: isHost ? name : null, title: title ?? null }
}

function call(
  connection: ModelConnection,
  path: string,
  body?: Record<string, unknown>,
  stream?: ModelStream,
): Promise<Called> {
  const { key } = connection
  const headers: Record<string, string> = key === null ? {} : { 'x-goog-api-key': key.reveal() }
  return callModel(connection, { label, host, path, headers, stream, ...(body === undefined ? {} : { body }) })
}
