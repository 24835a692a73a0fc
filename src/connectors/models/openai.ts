import { z } from 'zod'

import { modelConnector, type ModelConnection, type PictureAspect, type ShownPicture } from '#kernel/model.ts'

import { answerOf, answerTokens, dataUrl, modelIds, refusalsAsAnswers, sourceOf, sources, writtenOf } from './answer.ts'
import { bearer, type Called, callModel, unusable } from './call.ts'
import { responsesStream } from './responses-stream.ts'
import { messagesIn, type Response, responseIn, usageOf } from './responses.ts'
import type { ModelStream } from './stream.ts'
import { growthOf } from './texts-of-answers.ts'
import { count, usageForm } from './usage.ts'

const label = 'OpenAI'
const host = 'https://api.openai.com'
const mostSearches = 8

const searchCall = z.looseObject({
  type: z.literal('web_search_call'),
  status: z.string().nullish(),
  action: z
    .looseObject({
      type: z.string().nullish(),
      query: z.string().nullish(),
      queries: z.array(z.string()).nullish(),
      url: z.unknown().optional(),
      sources: z.array(z.looseObject({ url: z.unknown().optional() })).nullish(),
    })
    .nullish(),
})

const pictures = z.looseObject({
  data: z.array(z.looseObject({ b64_json: z.string() })).min(1),
  usage: usageForm({ input_tokens: count, output_tokens: count }),
})

/** OpenAI by its Responses API (developers.openai.com/api/reference/responses). */
export const openai = modelConnector({
  provider: 'openai',
  label,
  defaultModel: 'gpt-6-sol',
  mostSearches,
  mostSearched: 128_000,
  hasLocation: true,

  async listModels(connection) {
    return modelIds((await call(connection, '/v1/models')).json)
  },

  ask: (connection, { model, prompt, webSearch, country }) =>
    refusalsAsAnswers(async () => {
      const location = country === null ? {} : { user_location: { type: 'approximate', country } }
      const search = {
        tools: [{ type: 'web_search', ...location }],
        include: ['web_search_call.action.sources'],
        max_tool_calls: mostSearches,
      }
      const called = await call(connection, '/v1/responses', {
        model,
        input: prompt,
        ...(webSearch ? search : {}),
        max_output_tokens: answerTokens,
        store: false,
      })
      const response = responseIn(label, called)
      const { text, cited, isRefused } = messagesIn(response)
      const calls = response.output.flatMap((item) => searchCall.safeParse(item).data ?? [])
      const searches = calls.filter(({ action }) => (action?.type ?? 'search') === 'search')
      const searched = searches.some(({ status }) => status !== 'failed')
      return answerOf(connection, {
        ...endOf(response, isRefused),
        didSearchFail: searches.length > 0 && !searched,
        text,
        servedModel: response.model ?? null,
        searchQueries: searches.flatMap(({ action }) => action?.queries ?? (action?.query ? [action.query] : [])),
        searches: searches.length,
        searched,
        retrieved: sources(
          calls.flatMap(({ action }) =>
            action?.type === 'open_page'
              ? [sourceOf(action.url)]
              : (action?.sources ?? []).map(({ url }) => sourceOf(url)),
          ),
        ),
        cited,
        usage: usageOf(response, searches.length),
        rawHash: called.rawHash,
        tries: called.tries,
      })
    }),

  async write(connection, request) {
    const { model, instructions, input, pictures = [], schema, schemaName, maxOutputTokens, growing } = request
    const body = {
      model,
      instructions,
      input:
        pictures.length === 0
          ? input
          : [{ role: 'user', content: [...pictures.map(shown), { type: 'input_text', text: input }] }],
      text: { format: { type: 'json_schema', name: schemaName, strict: true, schema } },
      max_output_tokens: maxOutputTokens,
      store: false,
      // Padding against readers of encrypted lengths would be half of the stream.
      ...(growing === undefined ? {} : { stream: true, stream_options: { include_obfuscation: false } }),
    }
    const stream = growing === undefined ? undefined : responsesStream(growthOf(connection, growing))
    const called = await call(connection, '/v1/responses', body, stream)
    const response = responseIn(label, called)
    const { text, isRefused } = messagesIn(response)
    return writtenOf(connection, {
      text,
      ...endOf(response, isRefused),
      servedModel: response.model ?? null,
      usage: usageOf(response, 0),
      tries: called.tries,
    })
  },

  draw: {
    defaultModel: 'gpt-image-2',
    async draw(connection, { model, prompt, aspect }) {
      const { json, tries } = await call(connection, '/v1/images/generations', {
        model,
        prompt,
        size: sizes[aspect],
        n: 1,
      })
      const { data } = pictures.safeParse(json)
      if (data === undefined) throw unusable(label)
      return {
        bytes: Buffer.from(data.data[0]?.b64_json ?? '', 'base64'),
        servedModel: model,
        usage: {
          inputTokens: data.usage?.input_tokens ?? null,
          outputTokens: data.usage?.output_tokens ?? null,
          searches: 0,
          reportedCost: null,
        },
        tries,
      }
    },
  },
})

const shown = (picture: ShownPicture) => ({ type: 'input_image', image_url: dataUrl(picture) })

const sizes: Readonly<Record<PictureAspect, string>> = {
  '16:9': '1536x1024',
  '3:2': '1536x1024',
  '1:1': '1024x1024',
  '2:3': '1024x1536',
  '9:16': '1024x1536',
}

function endOf({ status, incomplete_details: details }: Response, isRefused: boolean) {
  const isFiltered = details?.reason === 'content_filter'
  return { isRefused: isRefused || isFiltered, isCutOff: status === 'incomplete' && !isFiltered }
}

function call(
  connection: ModelConnection,
  path: string,
  body?: Record<string, unknown>,
  stream?: ModelStream,
): Promise<Called> {
  return callModel(connection, {
    label,
    host,
    path,
    headers: bearer(connection),
    stream,
    ...(body === undefined ? {} : { body }),
  })
}
