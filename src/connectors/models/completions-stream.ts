import { isObject } from '#std/objects.ts'

import { type ModelStream, objectIn, textIn } from './stream.ts'

type Json = Record<string, unknown>

/** Chat completions as a stream, as OpenAI made them and compatible servers speak them; the usage comes after the last choice. */
export function completionsStream(onText: (text: string) => void): ModelStream {
  return () => {
    let answer: Json = {}
    let [content, refusal, reason] = ['', '', '']
    return {
      take(event) {
        if (isObject(event['error'])) return { error: event['error'] }
        if (typeof event['error'] === 'string') return { error: { message: event['error'] } }
        const { choices, ...about } = event
        const first: unknown = Array.isArray(choices) ? choices[0] : undefined
        const choice = isObject(first) ? first : {}
        const delta = objectIn(choice, 'delta')
        refusal += textIn(delta, 'refusal')
        reason = textIn(choice, 'finish_reason') || reason
        answer = { ...answer, ...about, usage: isObject(about['usage']) ? about['usage'] : (answer['usage'] ?? null) }
        if (textIn(delta, 'content') !== '') onText((content += textIn(delta, 'content')))
        return undefined
      },
      whole: () =>
        reason === ''
          ? undefined
          : { ...answer, choices: [{ finish_reason: reason, message: { content, refusal: refusal || null } }] },
    }
  }
}
