import { type ModelStream, objectIn, textIn } from './stream.ts'

const ends = new Set(['response.completed', 'response.incomplete', 'response.failed', 'response.cancelled'])

/**
 * OpenAI's Responses as a stream: its last event carries the whole answer
 * (developers.openai.com/api/reference/resources/responses/streaming-events).
 */
export function responsesStream(onText: (text: string) => void): ModelStream {
  return () => {
    let text = ''
    let last: Record<string, unknown> | undefined
    return {
      take(event) {
        const type = textIn(event, 'type')
        if (type === 'error') return { error: { ...objectIn(event, 'error'), ...event } }
        if (type === 'response.output_text.delta') onText((text += textIn(event, 'delta')))
        if (!ends.has(type)) return undefined
        last = objectIn(event, 'response')
        const error = objectIn(last, 'error')
        return type === 'response.failed' && 'code' in error ? { error } : undefined
      },
      whole: () => last,
    }
  }
}
