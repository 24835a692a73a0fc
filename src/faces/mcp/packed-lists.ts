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
/** Clients count their messages from 0 or 1, so that most lists have one of a few ids. */
const longestKept = 8

/**
 * Answers lists. Two answers with the same list differ only in the id, which is their end: what comes before it is compressed
 * once and kept, for the latest 64 lists and encodings, and so are the bytes with short ids (mcp.md#lists-are-made-once).
 */
export function createPackedLists(): PackedLists {
  const packed = new Map<string, Packed>()
  const whole = new Map<string, Buffer>()

  return {
    async answer({ key, result }, id, accept) {
      const encoding = encodingFor(accept)
      const end = JSON.stringify(id)
      const name = `${encoding} ${key}`
      const body = whole.get(`${end} ${name}`) ?? (await bodyOf(name, { result, end, encoding }))
      if (end.length <= longestKept) keepLatest(whole, kept, `${end} ${name}`, body)
      const encoded = encoding === 'identity' ? { Vary: 'Origin, Accept-Encoding' } : packedAs(encoding)
      return { http: { status: 200, headers: { ...encoded, 'Content-Type': jsonType }, body } }
    },
  }

  async function bodyOf(name: string, { result, end, encoding }: { result: string; end: string; encoding: Encoding }) {
    const withEnd = packed.get(name) ?? (await packStart(`{"jsonrpc":"2.0","result":${result},"id":`, encoding))
    keepLatest(packed, kept, name, withEnd)
    return withEnd(`${end}}`)
  }
}

// br is smaller, and compressing it takes longer once.
function encodingFor(accept: string | string[] | undefined): Encoding {
  const takes = encodingsOf(accept)
  if (takes.br) return 'br'
  return takes.gzip ? 'gzip' : 'identity'
}
