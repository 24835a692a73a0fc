import { Refusal } from '#kernel/errors.ts'

import type { Incoming } from './http.ts'

/**
 * The bytes of a body, counted while they come: at most `limit`, and all that were announced. Throws the refusal of a body that
 * comes too slowly.
 */
export async function readBody({ body, headers }: Incoming, limit: number): Promise<Buffer | 'too large' | 'cut off'> {
  if (Number(headers['content-length'] ?? 0) > limit) return 'too large'
  const chunks: Buffer[] = []
  let size = 0
  // The stream outlives a refusal: destroying it would take the answer's connection with it.
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > limit) return 'too large'
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof Refusal) throw error
    return 'cut off'
  }
  return Buffer.concat(chunks)
}
