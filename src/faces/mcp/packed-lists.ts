import { jsonType } from '#faces/http.ts'
import { keepLatest } from '#std/keep-latest.ts'

import { encodingsOf, packedAs } from './encoding.ts'
import { type Encoding, type Packed, packStart } from './packed-start.ts'
import type { MessageId, Reply } from './protocol.ts'

/** A list as JSON; the same key means the same result. */
export type List = { key: string; result: string }

export type PackedLists = {
  answer(list: List, id: MessageId, accept: string | string[] | undefined): Promise<Reply>
}

const kept = 64

/**
 * Answers lists. Two answers with the same list differ only in the id, which is their end: what comes before it is compressed
 * once and kept, for the latest 64 lists and encodings (mcp.md#lists-are-made-once).
 */
export function createPackedLists(): PackedLists {
  const packed = new Map<string, Packed>()

  return {
    async answer({ key, result }, id, accept) {
      const encoding = encodingFor(accept)
      const name = `${encoding} ${key}`
      const withEnd = packed.get(name) ?? (await packStart(`{"jsonrpc":"2.0","result":${result},"id":`, encoding))
      keepLatest(packed, kept, name, withEnd)
      const encoded = encoding === 'identity' ? { Vary: 'Origin, Accept-Encoding' } : packedAs(encoding)
      const body = withEnd(`${JSON.stringify(id)}}`)
      return { http: { status: 200, headers: { ...encoded, 'Content-Type': jsonType }, body } }
    },
  }
}

// br is smaller, and compressing it takes longer once.
function encodingFor(accept: string | string[] | undefined): Encoding {
  const takes = encodingsOf(accept)
  if (takes.br) return 'br'
  return takes.gzip ? 'gzip' : 'identity'
}
