import { z } from 'zod'

import { modelConnector, type ModelConnection, ModelFault, type ShownPicture } from '#kernel/model.ts'

import { answerOf, answerTokens, dataUrl, modelIds, refusalsAsAnswers, writtenOf } from './answer.ts'
import { bearer, type Called, callModel, unusable } from './call.ts'
import { completionsStream } from './completions-stream.ts'
import type { ModelStream } from './stream.ts'
import { growthOf } from './texts-of-answers.ts'
import { count, usageForm } from './usage.ts'

const label = 'The model server'
const path = '/v1/chat/completions'

const completion = z.looseObject({
  model: z.string().nullish(),
  choices: z
    .array(
      z.looseObject({
        finish_reason: z.string().nullish(),
        message: z.looseObject({ content: z.string().nullish(), refusal: z.string().nullish() }),
      }),
    )
    .min(1),
  usage: usageForm({ prompt_tokens: count, completion_tokens: count }),
})

/** Any server that speaks chat completions, such as Ollama, LM Studio, vLLM and llama.cpp. It searches nothing. */
export const openaiCompatible = modelConnector({
  provider: 'openai_compatible',
  label,
  defaultModel: null,
  mostSearches: 0,
  mostSearched: 0,
  hasLocation: false,

  async listModels(connection) {
    return modelIds(
      (await callModel(connection, { label, host: '', path: '/v1/models', headers: bearer(connection) })).json,
    )
  },

  ask: (connection, { model, prompt }) =>
    refusalsAsAnswers(async () => {
      const body = { model, messages: [{ role: 'user', content: prompt }], max_tokens: answerTokens }
      const called = await call(connection, body)
      return answerOf(connection, {
        ...readIn(called),
        didSearchFail: false,
        searchQueries: [],
        searches: 0,
        searched: false,
        retrieved: [],
        cited: [],
        rawHash: called.rawHash,
        tries: called.tries,
      })
    }),

  async write(connection, request) {
    const { model, instructions, input, pictures = [], schema, schemaName, maxOutputTokens, growing } = request
    const body = {
      model,
      messages: [
        { role: 'system', content: instructions },
        {
          role: 'user',
          content: pictures.length === 0 ? input : [...pictures.map(shown), { type: 'text', text: input }],
        },
      ],
      max_tokens: maxOutputTokens,
    }
    const format = { type: 'json_schema', json_schema: { name: schemaName, strict: true, schema } }
    try {
      const asStream = growing === undefined ? {} : { stream: true, stream_options: { include_usage: true } }
      const stream = growing === undefined ? undefined : completionsStream(growthOf(connection, growing))
      const called = await call(connection, { ...body, response_format: format, ...asStream }, stream)
      return writtenOf(connection, { ...readIn(called), tries: called.tries })
    } catch (error) {
      // A server without structured output is told the form in words; it may not stream with a count of tokens either.
      if (!(error instanceof ModelFault) || error.code !== 'bad_response' || error.httpStatus === undefined) throw error
      const form = `Answer with one JSON object of this schema and nothing else:\n${JSON.stringify(schema)}`
      const [system, user] = body.messages
      const messages = [{ role: 'system', content: `${system?.content}\n\n${form}` }, user]
      const called = await call(connection, { ...body, messages })
      return writtenOf(connection, { ...readIn(called), tries: error.tries + called.tries })
    }
  },
})

const shown = (picture: ShownPicture) => ({ type: 'image_url', image_url: { url: dataUrl(picture) } })

function readIn({ json }: Called) {
  const { data } = completion.safeParse(json)
  const choice = data?.choices[0]
  if (data === undefined || choice === undefined) throw unusable(label)
  const { message, finish_reason: reason } = choice
  return {
    text: message.content ?? '',
    isRefused: (message.refusal ?? '') !== '' || reason === 'content_filter',
    isCutOff: reason === 'length',
    servedModel: data.model ?? null,
    usage: {
      inputTokens: data.usage?.prompt_tokens ?? null,
      outputTokens: data.usage?.completion_tokens ?? null,
      searches: 0,
      reportedCost: null,
    },
  }
}

function call(connection: ModelConnection, body: Record<string, unknown>, stream?: ModelStream): Promise<Called> {
  return callModel(connection, { label, host: '', path, headers: bearer(connection), body, stream })
}
