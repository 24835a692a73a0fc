import { jsonType } from '#faces/http.ts'
import { keepLatest } from '#std/keep-latest.ts'

import { encodingsOf, pack, packedAs } from './encoding.ts'
import type { MessageId, Reply } from './protocol.ts'

/** A list as JSON; the same key means the same result. */
export type List = { key: string; result: string }

export type PackedLists = {
  answer(list: List, id: MessageId, accept: string | string[] | undefined): Promise<Reply>
}

/** Longer ids, as written, are not counted up by a client, so they do not recur. */
const shortId = 15
const kept = 256

/**
 * Answers lists. Two answers with the same list differ only in the id: what was compressed for a short id is kept and sent again,
 * for the latest 256 (mcp.md#lists-are-made-once).
 */
export function createPackedLists(): PackedLists {
  const packed = new Map<string, Buffer>()

  return {
    async answer({ key, result }, id, accept) {
      const written = JSON.stringify(id)
      const text = () => `{"jsonrpc":"2.0","result":${result},"id":${written}}`
      const isShort = Buffer.byteLength(written) <= shortId
      const encoding = encodingFor(accept, isShort)
      if (encoding === undefined) return ready(text(), { Vary: 'Origin, Accept-Encoding' })

      const name = `${encoding} ${written} ${key}`
      const bytes = packed.get(name) ?? (await pack(text(), encoding))
      if (isShort) keepLatest(packed, kept, name, bytes)
      return ready(bytes, packedAs(encoding))
    },
  }
}

// br is smaller, and worth its time for bytes that are kept.
function encodingFor(accept: string | string[] | undefined, isShort: boolean): 'br' | 'gzip' | undefined {
  const takes = encodingsOf(accept)
  if (takes.br && isShort) return 'br'
  return takes.gzip ? 'gzip' : undefined
}

function ready(body: Buffer | string, headers: Record<string, string>): Reply {
  return { http: { status: 200, headers: { ...headers, 'Content-Type': jsonType }, body } }
}
