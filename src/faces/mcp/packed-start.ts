import { promisify } from 'node:util'
import { brotliCompress, constants, crc32, deflateRaw } from 'node:zlib'

const deflate = promisify(deflateRaw)
const brotli = promisify(brotliCompress)

/** The bytes of a text that begins with what was packed, and ends with this. */
export type Packed = (end: string) => Buffer

export type Encoding = 'br' | 'gzip' | 'identity'

/** The longest block that either format stores as it is, in bytes. */
const longest = 0xffff

/**
 * Packs the beginning of a text, off the main thread, so that any end can follow it: what is packed stops at a whole byte, and an
 * end is stored behind it uncompressed (mcp.md#lists-are-made-once).
 */
export async function packStart(start: string, encoding: Encoding): Promise<Packed> {
  const bytes = Buffer.from(start)
  if (encoding === 'identity') return (end) => Buffer.concat([bytes, Buffer.from(end)])
  return encoding === 'gzip' ? zipped(bytes) : brotlied(bytes)
}

/** RFC 1952 around RFC 1951: the blocks of the start, stored blocks of the end, checksum and length of both. */
async function zipped(start: Buffer): Promise<Packed> {
  const blocks = await deflate(start, { level: 9, finishFlush: constants.Z_SYNC_FLUSH })
  const begun = Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]), blocks])
  const checksum = crc32(start)
  return (end) => {
    const rest = Buffer.from(end)
    const parts = partsOf(rest).map(({ part, isLast }) => Buffer.concat([storedHeader(part.length, isLast), part]))
    const trailer = Buffer.alloc(8)
    trailer.writeUInt32LE(crc32(rest, checksum))
    trailer.writeUInt32LE(start.length + rest.length, 4)
    return Buffer.concat([begun, ...parts, trailer])
  }
}

/** RFC 1951, 3.2.4. */
function storedHeader(length: number, isLast: boolean): Buffer {
  const header = Buffer.from([isLast ? 1 : 0, 0, 0, 0, 0])
  header.writeUInt16LE(length, 1)
  header.writeUInt16LE(~length & 0xffff, 3)
  return header
}

/** RFC 7932, 9.2: the start, uncompressed meta-blocks of the end, and an empty one that is the last. */
async function brotlied(start: Buffer): Promise<Packed> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
  const begun = await brotli(start, { params, finishFlush: constants.BROTLI_OPERATION_FLUSH })
  return (end) => {
    const parts = partsOf(Buffer.from(end)).map(({ part }) => {
      const header = Buffer.alloc(3)
      // ISLAST 0, MNIBBLES 0 for four of them, MLEN - 1 in 16 bits, ISUNCOMPRESSED 1.
      header.writeUIntLE(((part.length - 1) << 3) | (1 << 19), 0, 3)
      return Buffer.concat([header, part])
    })
    return Buffer.concat([begun, ...parts, Buffer.from([0b11])])
  }
}

function partsOf(bytes: Buffer): { part: Buffer; isLast: boolean }[] {
  const count = Math.ceil(bytes.length / longest)
  return Array.from({ length: count }, (_, at) => ({
    part: bytes.subarray(at * longest, (at + 1) * longest),
    isLast: at === count - 1,
  }))
}
