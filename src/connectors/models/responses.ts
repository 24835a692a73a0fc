import { z } from 'zod'

import { ModelFault, type ModelUsage, type WebSource } from '#kernel/model.ts'

import { sourceOf, sources, textOfRuns } from './answer.ts'
import { type Called, unusable } from './call.ts'
import { count, dollars, usageForm } from './usage.ts'

/** What OpenAI's Responses and Perplexity's agent share of their answers, as far as it is read here. */
const response = z.looseObject({
  model: z.string().nullish(),
  status: z.string().nullish(),
  incomplete_details: z.looseObject({ reason: z.string().nullish() }).nullish(),
  output: z.array(z.looseObject({ type: z.string() })),
  usage: usageForm({
    input_tokens: count,
    output_tokens: count,
    tool_calls_details: z.looseObject({ search_web: z.looseObject({ invocation: count }).nullish() }).nullish(),
    cost: z.looseObject({ total_cost: dollars }).nullish(),
  }),
})
export type Response = z.output<typeof response>

const message = z.looseObject({
  type: z.literal('message'),
  content: z.array(
    z.looseObject({
      type: z.string(),
      text: z.string().nullish(),
      refusal: z.string().nullish(),
      annotations: z
        .array(
          z.looseObject({ type: z.string().nullish(), url: z.unknown().optional(), title: z.unknown().optional() }),
        )
        .nullish(),
    }),
  ),
})

/** An answer in that form. Errors: `bad_response` where it is something else, or the provider says that it failed. */
export function responseIn(label: string, { json, tries }: Called): Response {
  const { data } = response.safeParse(json)
  if (data === undefined) throw unusable(label)
  if (data.status === 'failed' || data.status === 'cancelled')
    throw new ModelFault('bad_response', `${label} started an answer and did not finish it.`, { tries })
  return data
}

/** The text of an answer with what it cites, and whether a part of it is a refusal. */
export function messagesIn({ output }: Response): { text: string; cited: WebSource[]; isRefused: boolean } {
  const messages = output.map((item) => message.safeParse(item).data?.content ?? [])
  const parts = messages.flat()
  const annotations = parts.flatMap((part) => part.annotations ?? [])
  return {
    text: textOfRuns(
      messages.map((said) => said.flatMap(({ type, text }) => (type === 'output_text' ? (text ?? []) : []))),
    ),
    cited: sources(
      annotations.map(({ type, url, title }) => (type === 'url_citation' ? sourceOf(url, title) : undefined)),
    ),
    isRefused: parts.some(({ type }) => type === 'refusal'),
  }
}

export function usageOf({ usage }: Response, searches: number): ModelUsage {
  return {
    inputTokens: usage?.input_tokens ?? null,
    outputTokens: usage?.output_tokens ?? null,
    searches,
    reportedCost: usage?.cost?.total_cost ?? null,
  }
}
