import type { Asked, Script } from './llm-script.ts'

type Said = Script & { text: string; picture: string | undefined }
type Place = { base: string; paused: () => number }
type Format = (script: Said, one: Asked, place: Place) => unknown

const searches = ({ body }: Asked) => Array.isArray(body['tools'])
const tokensOf = ({ tokens: [input, output] = [100, 50] }: Script) => ({ input_tokens: input, output_tokens: output })
const citedPages = ({ pages = [], cited = [] }: Script) => cited.flatMap((at) => pages[at] ?? [])

const openai: Format = (script, one) => {
  const { text, pages = [], queries = ['a query'], end, served, searchFails = false } = script
  const call = {
    type: 'web_search_call',
    status: searchFails ? 'failed' : 'completed',
    action: {
      type: 'search',
      query: queries[0],
      queries,
      sources: searchFails ? [] : pages.map(({ url }) => ({ type: 'url', url })),
    },
  }
  const annotations = citedPages(script).map((page) => ({
    type: 'url_citation',
    start_index: 0,
    end_index: 1,
    ...page,
  }))
  const content =
    end === 'refused'
      ? { type: 'refusal', refusal: 'I cannot help with that.' }
      : { type: 'output_text', text, annotations }
  return {
    id: 'resp_1',
    object: 'response',
    model: served ?? `${String(one.body['model'])}-2026-09-22`,
    status: end === 'cut off' ? 'incomplete' : 'completed',
    incomplete_details: end === 'cut off' ? { reason: 'max_output_tokens' } : null,
    output: [
      ...(searches(one) ? [call] : []),
      { type: 'reasoning', summary: [] },
      { type: 'message', role: 'assistant', content: [content] },
    ],
    usage: tokensOf(script),
  }
}

const perplexity: Format = (script, one) => {
  const { text, pages = [], queries = ['a query'], end, served } = script
  const results = pages.map((page, at) => ({ id: at + 1, snippet: '', ...page }))
  return {
    id: 'resp_1',
    object: 'response',
    model: served ?? one.body['model'],
    status: end === 'cut off' ? 'incomplete' : 'completed',
    output: [
      ...(searches(one) ? [{ type: 'search_results', queries, results }] : []),
      {
        type: 'message',
        role: 'assistant',
        content: [{ type: end === 'refused' ? 'refusal' : 'output_text', text, annotations: [] }],
      },
    ],
    usage: {
      ...tokensOf(script),
      tool_calls_details: { search_web: { invocation: searches(one) ? 1 : 0 } },
      cost: { currency: 'USD', total_cost: 0.0067 },
    },
  }
}

const anthropic: Format = (script, one, { paused }) => {
  const { text, pages = [], queries = ['a query'], end, served, searchFails = false, pauses = 0 } = script
  const isPaused = paused() < pauses
  const found = searchFails
    ? { type: 'web_search_tool_result_error', error_code: 'unavailable' }
    : pages.map((page) => ({ type: 'web_search_result', encrypted_content: 'x', page_age: null, ...page }))
  const search = [
    ...queries.map((query) => ({ type: 'server_tool_use', id: 'srv_1', name: 'web_search', input: { query } })),
    { type: 'web_search_tool_result', tool_use_id: 'srv_1', content: found },
  ]
  const citations = citedPages(script).map((page) => ({ type: 'web_search_result_location', cited_text: '', ...page }))
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: served ?? one.body['model'],
    content: [
      ...(searches(one) ? search : []),
      ...(end === 'refused' || isPaused ? [] : [{ type: 'text', text, citations }]),
    ],
    stop_reason: isPaused
      ? 'pause_turn'
      : end === 'refused'
        ? 'refusal'
        : end === 'cut off'
          ? 'max_tokens'
          : 'end_turn',
    usage: { ...tokensOf(script), server_tool_use: { web_search_requests: searches(one) ? queries.length : 0 } },
  }
}

const google: Format = (script, one, { base }) => {
  const { text, pages = [], queries = ['a query'], end, served, cited = [] } = script
  const [input = 0, output = 0] = script.tokens ?? [100, 50]
  const usageMetadata = { promptTokenCount: input, candidatesTokenCount: output, thoughtsTokenCount: 10 }
  if (end === 'refused') return { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' }, usageMetadata }
  const drawn = [{ text: 'Here it is.' }, { inlineData: { mimeType: 'image/png', data: script.picture } }]
  const groundingMetadata = {
    webSearchQueries: queries,
    groundingChunks: pages.map(({ url, title }) => ({
      web: { uri: `${base}/redirect/${encodeURIComponent(url)}`, title },
    })),
    groundingSupports: cited.map((at) => ({ segment: { startIndex: 0, endIndex: 1 }, groundingChunkIndices: [at] })),
  }
  return {
    modelVersion: served ?? 'gemini-stand-in-001',
    candidates: [
      {
        finishReason: end === 'cut off' ? 'MAX_TOKENS' : 'STOP',
        content: {
          role: 'model',
          parts: script.picture === undefined ? [{ text: 'Hmm.', thought: true }, { text }] : drawn,
        },
        ...(searches(one) ? { groundingMetadata } : {}),
      },
    ],
    usageMetadata,
  }
}

const compatible: Format = ({ text, end, served, tokens: [input, output] = [100, 50] }, one) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  model: served ?? one.body['model'],
  choices: [
    {
      index: 0,
      finish_reason: end === 'cut off' ? 'length' : 'stop',
      message: {
        role: 'assistant',
        content: end === 'refused' ? null : text,
        ...(end === 'refused' ? { refusal: 'No.' } : {}),
      },
    },
  ],
  usage: { prompt_tokens: input, completion_tokens: output },
})

/** What each provider answers, by its name. */
export const formats: Readonly<Record<string, Format>> = {
  openai,
  perplexity,
  anthropic,
  google,
  openai_compatible: compatible,
}
