import type { Incoming, Outgoing } from '#faces/http.ts'
import { encodingFor, pack } from '#faces/packing.ts'

/** Bytes up to which an answer is sent as it is: packing it would cost more than it saves. */
const threshold = 1024

/**
 * An answer as the web application gets it: compressed where it is large and the browser takes that. One that shows a secret is not
 * to be given here: its length would tell of it (web.md#answers-are-compressed).
 */
export async function packed({ headers }: Incoming, answer: Outgoing): Promise<Outgoing> {
  const { body } = answer
  if (typeof body !== 'string' || Buffer.byteLength(body) <= threshold) return answer
  const encoding = encodingFor(headers['accept-encoding'])
  const vary = { ...answer.headers, Vary: 'Accept-Encoding' }
  if (encoding === 'identity') return { ...answer, headers: vary }
  return { ...answer, headers: { ...vary, 'Content-Encoding': encoding }, body: await pack(body, encoding) }
}
