import { pack } from '#faces/packing.ts'
import { weightsOf } from '#faces/weights.ts'

/** Below this size an answer is sent as it is: compression would cost more than it saves. */
const threshold = 8 * 1024

/** The encodings that a client accepts (RFC 9110, 12.5.3). */
export function encodingsOf(accept: string | string[] | undefined): { br: boolean; gzip: boolean } {
  const weights = weightsOf(accept)
  const takes = (name: string) => (weights.get(name) ?? 0) > 0
  return { br: takes('br'), gzip: takes('gzip') }
}

/** A text as it is sent: compressed when it is large and the client accepts that. */
export async function compressed(
  text: string,
  accept: string | string[] | undefined,
): Promise<{ body: string | Buffer; encoding: Record<string, string> }> {
  if (text.length < threshold) return { body: text, encoding: {} }
  const { br, gzip: isZip } = encodingsOf(accept)
  const encoding = isZip ? 'gzip' : br ? 'br' : undefined
  if (encoding === undefined) return { body: text, encoding: { Vary: 'Origin, Accept-Encoding' } }
  return { body: await pack(text, encoding), encoding: packedAs(encoding) }
}

/** The headers of an encoded body. */
export function packedAs(encoding: 'br' | 'gzip'): Record<string, string> {
  return { 'Content-Encoding': encoding, Vary: 'Origin, Accept-Encoding' }
}
