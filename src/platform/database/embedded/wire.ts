import type { PGlite } from '@electric-sql/pglite'

import { joinBytes } from './bytes.ts'

/** What a session needs of the engine. */
export type WireEngine = Pick<PGlite, 'execProtocolRaw' | 'execProtocolRawStream'>

export type WireOptions = {
  /** Called around every message that reaches the engine, for the watchdog. */
  onBusy?: (busy: boolean) => void
}

/** The channel of one client: it takes what the client sends, in order. */
export type WireChannel = { receive(bytes: Uint8Array): void; close(): void }

/** Answers larger than this are sent on in parts. */
const partBytes = 256 * 1024

/**
 * Serves the PostgreSQL wire protocol on the one session of an embedded engine: bytes of all channels are cut into whole messages
 * and passed to the engine one after the other; answers are copied to the channel's `answer`.
 */
export function wireSession(engine: WireEngine, options: WireOptions = {}) {
  let queue: Promise<void> = Promise.resolve()

  const run = async (message: Uint8Array, isFirst: boolean, onData: (bytes: Uint8Array) => void) => {
    options.onBusy?.(true)
    try {
      if (isFirst) onData(await engine.execProtocolRaw(message, { syncToFs: false }))
      else await engine.execProtocolRawStream(message, { syncToFs: false, onRawData: onData })
    } finally {
      options.onBusy?.(false)
    }
  }

  /** Opens a channel; `fail` is called when the engine dies under it. */
  return function open(answer: (bytes: Uint8Array<ArrayBuffer>) => void, fail: (error: unknown) => void): WireChannel {
    const cut = messageCutter()
    const out = answerBuffer(answer)
    let isOpen = true
    let isFirst = true

    const serve = async (bytes: Uint8Array) => {
      if (!isOpen) return
      for (const message of cut(bytes)) {
        if (!isFirst && message[0] === terminate) break
        await run(message, isFirst, out.add)
        isFirst = false
      }
      out.flush()
    }

    return {
      receive(bytes) {
        queue = queue.then(() => serve(bytes)).catch(fail)
      },
      close() {
        isOpen = false
      },
    }
  }
}

const terminate = 'X'.charCodeAt(0)

/** Cuts a stream of bytes into whole messages; the first (startup) has no type byte. */
export function messageCutter(): (bytes: Uint8Array) => Uint8Array[] {
  let kept: Uint8Array[] = []
  let keptBytes = 0
  let wanted = 0
  let headerBytes = 0

  return (bytes) => {
    kept.push(bytes)
    keptBytes += bytes.length
    if (keptBytes < wanted) return []

    const joined = kept.length === 1 ? bytes : joinBytes(kept)
    const messages: Uint8Array[] = []
    let start = 0
    wanted = 0
    while (joined.length - start >= headerBytes + 4) {
      const end = start + headerBytes + lengthAt(joined, start + headerBytes)
      if (end > joined.length) {
        wanted = end - start
        break
      }
      messages.push(joined.subarray(start, end))
      headerBytes = 1
      start = end
    }
    kept = start < joined.length ? [joined.subarray(start)] : []
    keptBytes = joined.length - start
    return messages
  }
}

function lengthAt(bytes: Uint8Array, at: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(at)
}

/** Copies the engine's answers, because it reuses its memory at once, and joins small ones. */
function answerBuffer(answer: (bytes: Uint8Array<ArrayBuffer>) => void) {
  let parts: Uint8Array[] = []
  let size = 0

  const flush = () => {
    if (size === 0) return
    answer(joinBytes(parts))
    parts = []
    size = 0
  }
  return {
    add(bytes: Uint8Array) {
      if (bytes.length === 0) return
      parts.push(bytes.slice())
      size += bytes.length
      if (size >= partBytes) flush()
    },
    flush,
  }
}
