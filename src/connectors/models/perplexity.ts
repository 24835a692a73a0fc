import { z } from 'zod'

import { modelConnector, type WebSource } from '#kernel/model.ts'

import { answerOf, answerTokens, refusalsAsAnswers, sourceOf, sources } from './answer.ts'
import { bearer, callModel } from './call.ts'
import { messagesIn, type Response, responseIn, usageOf } from './responses.ts'

const label = 'Perplexity'
const host = 'https://api.perplexity.ai'
const path = '/v1/agent'
const probeTokens = 16

const searchResults = z.looseObject({
  type: z.literal('search_results'),
  queries: z.array(z.string()).nullish(),
  results: z
    .array(
      z.looseObject({
        id: z.union([z.number(), z.string()]).nullish(),
        url: z.unknown().optional(),
        title: z.unknown().optional(),
      }),
    )
    .default([]),
})
type Found = { id: string; source: WebSource }

/** Perplexity by its agent API (docs.perplexity.ai/docs/agent-api). Its chat completions ended in September 2026. */
export const perplexity = modelConnector({
  provider: 'perplexity',
  label,
  defaultModel: 'perplexity/sonar',
  mostSearches: 1,
  mostSearched: 128_000,
  hasLocation: true,

  async listModels(connection) {
    // Its list of models is public, so only a question shows whether the key works.
    const body = { model: 'perplexity/sonar', input: 'Hello', max_output_tokens: probeTokens }
    await callModel(connection, { label, host, path, headers: bearer(connection), body })
    return ['perplexity/sonar']
  },

  ask: (connection, { model, prompt, webSearch, country }) =>
    refusalsAsAnswers(async () => {
      const location = country === null ? {} : { user_location: { country } }
      const search = { tools: [{ type: 'web_search', ...location }], tool_choice: { type: 'web_search' } }
      const called = await callModel(connection, {
        label,
        host,
        path,
        headers: bearer(connection),
        body: {
          model: model.includes('/') ? model : `perplexity/${model}`,
          input: prompt,
          ...(webSearch ? search : {}),
          max_output_tokens: answerTokens,
        },
      })
      const response = responseIn(label, called)
      const { text, cited, isRefused } = messagesIn(response)
      const searchItems = response.output.flatMap((item) => searchResults.safeParse(item).data ?? [])
      const found = searchItems.flatMap(({ results }) => foundIn(results))
      const searches = response.usage?.tool_calls_details?.search_web?.invocation ?? 0
      const searched = searchItems.length > 0
      return answerOf(connection, {
        isRefused: isRefused || isFiltered(response),
        isCutOff: response.status === 'incomplete',
        didSearchFail: searches > 0 && !searched,
        text,
        servedModel: response.model ?? null,
        searchQueries: searchItems.flatMap(({ queries }) => queries ?? []),
        searches,
        searched,
        retrieved: found.map(({ source }) => source),
        cited: cited.length > 0 ? cited : namedIn(text, found),
        usage: usageOf(response, searches),
        rawHash: called.rawHash,
        tries: called.tries,
      })
    }),
})

const isFiltered = ({ incomplete_details: details }: Response): boolean => details?.reason === 'content_filter'

function foundIn(results: z.output<typeof searchResults>['results']): Found[] {
  return results.flatMap(({ id, url, title }) => {
    const source = sourceOf(url, title)
    return source === undefined ? [] : [{ id: String(id ?? ''), source }]
  })
}

/** What the marks of a text name: `[n]` or `[web:n]`, n being the id of a result. */
function namedIn(text: string, found: readonly Found[]): WebSource[] {
  const byId = new Map(found.map(({ id, source }) => [id, source]))
  return sources([...text.matchAll(/\[(?:web:)?(\d{1,4})\]/g)].map(([, id = '']) => byId.get(id)))
}
