import { brotliCompressSync, constants, crc32, deflateRawSync } from 'node:zlib'

import { jsonType } from '#faces/http.ts'

import { encodingsOf, packedAs } from './encoding.ts'
import type { MessageId, Reply } from './protocol.ts'

/**
 * The answer to a list, made once: only its end varies, because the id comes last. The beginning is kept plain and as a
 * deflate block that ends on a byte boundary, so that a gzip answer is assembled from ready bytes without compressing anything.
 */
export type PreparedList = { reply(id: MessageId, accept: string | string[] | undefined): Reply }

const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
const shortId = 16
const keptIds = 32

/** Prepares the list whose result is this JSON. */
export function prepareList(result: string): PreparedList {
  const head = Buffer.from(`{"jsonrpc":"2.0","result":${result},"id":`)
  const block = deflateRawSync(head, { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  const sum = crc32(head)
  const finished = new Map<string, Buffer>()

  function brotli(tail: Buffer): Buffer {
    const key = tail.toString()
    const bytes = finished.get(key) ?? packBrotli(Buffer.concat([head, tail]))
    finished.delete(key)
    finished.set(key, bytes)
    const [oldest] = finished.keys()
    if (finished.size > keptIds && oldest !== undefined) finished.delete(oldest)
    return bytes
  }

  function gzip(tail: Buffer): Buffer {
    const end = Buffer.alloc(8)
    end.writeUInt32LE(crc32(tail, sum), 0)
    end.writeUInt32LE((head.length + tail.length) >>> 0, 4)
    return Buffer.concat([gzipHeader, block, ...storedBlocks(tail), end])
  }

  return {
    reply(id, accept) {
      const tail = Buffer.from(`${JSON.stringify(id)}}`)
      const takes = encodingsOf(accept)
      if (takes.br && tail.length <= shortId) return ready(brotli(tail), packedAs('br'))
      if (takes.gzip) return ready(gzip(tail), packedAs('gzip'))
      return ready(Buffer.concat([head, tail]), { Vary: 'Origin, Accept-Encoding' })
    },
  }
}

// Uncompressed bytes as deflate blocks of at most 64 KB; the last one is marked as such (RFC 1951, 3.2.4).
function storedBlocks(bytes: Buffer): Buffer[] {
  const blocks: Buffer[] = []
  for (let from = 0; from < bytes.length; from += 0xffff) {
    const part = bytes.subarray(from, from + 0xffff)
    const header = Buffer.alloc(5)
    header[0] = from + part.length === bytes.length ? 1 : 0
    header.writeUInt16LE(part.length, 1)
    header.writeUInt16LE(part.length ^ 0xffff, 3)
    blocks.push(header, part)
  }
  return blocks
}

function packBrotli(bytes: Buffer): Buffer {
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
}

function ready(body: Buffer, headers: Record<string, string>): Reply {
  return { http: { status: 200, headers: { ...headers, 'Content-Type': jsonType }, body } }
}
