import { Duplex } from 'node:stream'

import { bytesOfTurn } from '#platform/database/read-in-turns.ts'

import { joinBytes } from './bytes.ts'

/** The other end of a stream: the one that attaches calls `push` with answers and `lost` when the engine is gone. */
export type WireEnd = { send(bytes: Uint8Array<ArrayBuffer>): void; close(): void }

export type Attach = (stream: { push(bytes: Uint8Array): void; lost(error: Error): void }) => Promise<WireEnd>

/**
 * A stream that `pg` takes for its socket. `attach` runs when `pg` connects and gets the other end; what `pg` writes in one tick
 * is joined into one chunk.
 */
export function wireStream(attach: Attach): Duplex {
  return new WireStream(attach)
}

class WireStream extends Duplex {
  readonly #attach: Attach
  #end: WireEnd | undefined

  constructor(attach: Attach) {
    super({ decodeStrings: true })
    this.#attach = attach
  }

  connect(): this {
    const side = {
      push: (bytes: Uint8Array) => this.#pushParts(bytes),
      lost: (error: Error) => void this.destroy(error),
    }
    void this.#join(side)
    return this
  }

  // In parts, between which the reader can pause, as those of a socket.
  #pushParts(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at += bytesOfTurn) this.push(bytes.subarray(at, at + bytesOfTurn))
  }

  async #join(side: Parameters<Attach>[0]): Promise<void> {
    try {
      const end = await this.#attach(side)
      if (this.destroyed) return end.close()
      this.#end = end
      this.emit('connect')
    } catch (error) {
      this.destroy(error instanceof Error ? error : new Error(String(error)))
    }
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    this.#send([chunk], done)
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error) => void): void {
    this.#send(
      chunks.map((each) => each.chunk),
      done,
    )
  }

  #send(chunks: readonly Buffer[], done: (error?: Error) => void): void {
    if (!this.#end) return done(new Error('Nothing is attached to this stream'))
    // A copy: pg's buffers are slices of a shared pool, which cannot be transferred.
    this.#end.send(joinBytes(chunks))
    done()
  }

  override _read(): void {}

  override _final(done: () => void): void {
    this.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#end?.close()
    this.#end = undefined
    done(error)
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }
}
