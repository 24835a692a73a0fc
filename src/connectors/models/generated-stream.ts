import { isObject } from '#std/objects.ts'

import { type ModelStream, objectIn, textIn } from './stream.ts'

type Json = Record<string, unknown>

/** Google's streamGenerateContent: each event is an answer with the next parts (ai.google.dev/api/generate-content). */
export function generatedStream(onText: (text: string) => void): ModelStream {
  return () => {
    let answer: Json = {}
    let [candidate, text]: [Json, string] = [{}, '']
    return {
      take(event) {
        if (isObject(event['error'])) return { error: event['error'] }
        const first: unknown = Array.isArray(event['candidates']) ? event['candidates'][0] : undefined
        const next = isObject(first) ? first : {}
        const given = objectIn(next, 'content')['parts']
        const added = Array.isArray(given) ? given.filter(isObject) : []
        const said = added.filter(({ thought }) => thought !== true).map((part) => textIn(part, 'text'))
        candidate = { ...candidate, ...next }
        answer = { ...answer, ...event }
        if (said.some((one) => one !== '')) onText((text += said.join('')))
        return undefined
      },
      whole() {
        if (textIn(objectIn(answer, 'promptFeedback'), 'blockReason') !== '') return { ...answer, candidates: [] }
        if (textIn(candidate, 'finishReason') === '') return undefined
        // In one part, so that nothing is cut where the stream was.
        return { ...answer, candidates: [{ ...candidate, content: { role: 'model', parts: [{ text }] } }] }
      },
    }
  }
}
