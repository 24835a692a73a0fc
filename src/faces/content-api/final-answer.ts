import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import { type Encoding, encodingFor } from '#faces/packing.ts'

import { etagSuffix, isKnown, mediaTypeFor } from './negotiation.ts'

/** The content of a 200 before encodings and conditions. Without a media type it is JSON. `itemId`: whose view it is. */
export type Content = {
  /** As bytes where it is made of many texts. */
  text: string | Buffer
  mediaType?: string
  changedAt: Date | undefined
  isPublic: boolean
  itemId?: string | undefined
}

/** What every answer of this interface says, whatever it is. */
export const always = {
  Vary: 'Accept, Accept-Encoding',
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag, Last-Modified, Retry-After, X-Request-Id',
  'X-Content-Type-Options': 'nosniff',
}

/** An answer as it is sent: status, names and values of its headers in turn, and its bytes. */
export type Sent = { status: 200 | 304; head: readonly string[]; body: Buffer | undefined }

/** Who asks, as far as it decides which bytes are sent. */
export type Reading = { headers: IncomingHttpHeaders; isPrivate?: boolean }

/**
 * A 200 in all its forms: the bytes of each encoding are made once, when they are first asked for, as is its ETag; so a second
 * reader costs a look at its headers (content-api.md#final-bytes).
 */
export class FinalAnswer {
  readonly #identity: Buffer
  readonly #hash: string
  readonly #content: Omit<Content, 'text'>
  readonly #encoded = new Map<Encoding, Buffer>()
  readonly #encoding = new Map<Encoding, Promise<void>>()
  readonly #heads = { private: newHeads(), shared: newHeads() }
  /** Told how many bytes it has become. */
  onGrown: ((bytes: number) => void) | undefined

  constructor({ text, ...content }: Content) {
    this.#identity = typeof text === 'string' ? Buffer.from(text) : text
    this.#hash = hash('sha256', this.#identity, 'base64url').slice(0, 27)
    this.#content = content
    this.#encoded.set('identity', this.#identity)
  }

  /** The item of which sending this is a view. */
  get itemId(): string | undefined {
    return this.#content.itemId
  }

  get bytes(): number {
    return [...this.#encoded.values()].reduce((sum, { length }) => sum + length, 0)
  }

  /** The answer for these headers, where its encoding was made before; 304 where the client has these bytes. */
  ready({ headers, isPrivate = false }: Reading): Sent | undefined {
    const encoding = encodingFor(headers['accept-encoding'])
    if (isKnown(headers['if-none-match'], this.#hash))
      return { status: 304, head: this.#head(304, encoding, { headers, isPrivate }), body: undefined }
    const body = this.#encoded.get(encoding)
    return body && { status: 200, head: this.#head(200, encoding, { headers, isPrivate }), body }
  }

  /** The same, after making the encoding where that is still to do. */
  async sent(reading: Reading): Promise<Sent> {
    const sent = this.ready(reading)
    if (sent !== undefined) return sent
    const encoding = encodingFor(reading.headers['accept-encoding'])
    const made = this.#encoding.get(encoding) ?? this.#encode(encoding)
    this.#encoding.set(encoding, made)
    await made.finally(() => this.#encoding.delete(encoding))
    return this.sent(reading)
  }

  async #encode(encoding: Encoding): Promise<void> {
    if (encoding === 'identity') return
    const bytes = encoding === 'gzip' ? await compress.gzip(this.#identity) : await brotli(this.#identity)
    this.#encoded.set(encoding, bytes)
    this.onGrown?.(this.bytes)
  }

  // The last one that was made: nearly all readers ask for the same media type.
  #head(status: 200 | 304, encoding: Encoding, { headers, isPrivate = false }: Reading): readonly string[] {
    const mediaType = this.#content.mediaType ?? mediaTypeFor(headers.accept)
    const heads = this.#heads[isPrivate ? 'private' : 'shared'][status]
    const known = heads[encoding]
    if (known?.mediaType === mediaType) return known.head
    const head = Object.entries(this.#headers(status, encoding, { mediaType, isPrivate })).flat()
    heads[encoding] = { mediaType, head }
    return head
  }

  #headers(status: 200 | 304, encoding: Encoding, { mediaType, isPrivate }: { mediaType: string; isPrivate: boolean }) {
    const { changedAt, isPublic } = this.#content
    const shared = {
      ...always,
      ETag: `"${this.#hash}${etagSuffix[encoding]}"`,
      'Cache-Control': cacheControl(isPublic && !isPrivate),
      ...(changedAt ? { 'Last-Modified': changedAt.toUTCString() } : {}),
    }
    if (status === 304) return shared
    return {
      ...shared,
      'Content-Type': mediaType,
      ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
      'Content-Length': String(this.#encoded.get(encoding)?.length ?? 0),
    }
  }
}

type Heads = { [E in Encoding]?: { mediaType: string; head: readonly string[] } }

function newHeads(): Record<200 | 304, Heads> {
  return { 200: {}, 304: {} }
}

/** How shared caches and browsers may keep an answer (content-api.md#validators-and-encodings). */
export function cacheControl(isPublic: boolean): string {
  return isPublic ? 'public, max-age=0, s-maxage=60, stale-while-revalidate=600' : 'private, no-store'
}

const compress = { gzip: promisify(gzip), br: promisify(brotliCompress) }

// The strongest level of br takes far longer than the answer itself.
function brotli(bytes: Buffer): Promise<Buffer> {
  return compress.br(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  })
}
