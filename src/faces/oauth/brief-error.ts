import type { Outgoing } from '#faces/http.ts'
import { maskCredentials } from '#kernel/credential-text.ts'
import { isObject } from '#std/objects.ts'
import { truncate } from '#std/text.ts'

const mostCharacters = 300

/**
 * An answer of the library as it is sent. What an error repeats of the request, such as scopes, is masked and short, as in every
 * other error (audit.md#credentials-are-masked).
 */
export function withBriefError(answer: Outgoing): Outgoing {
  if (answer.status < 400 || answer.headers['content-type']?.startsWith('application/json') !== true) return answer
  const said: unknown = JSON.parse(String(answer.body))
  if (!isObject(said)) return answer
  const brief = Object.entries(said).map(([name, value]) => [name, typeof value === 'string' ? briefly(value) : value])
  return { ...answer, body: JSON.stringify(Object.fromEntries(brief)) }
}

const briefly = (text: string): string => truncate(maskCredentials(text), mostCharacters)
