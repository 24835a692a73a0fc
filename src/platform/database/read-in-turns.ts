import type { Readable } from 'node:stream'

/** Bytes of answers that are read before everything else has its turn: some milliseconds of making rows of them. */
export const bytesOfTurn = 64 * 1024

/**
 * Lets other work in between while a long answer is read: a result of many rows would hold the event loop until its last one
 * (turns.md#nobody-starves).
 */
export function readInTurns(stream: Readable): void {
  let read = 0
  stream.prependListener('data', (chunk: Buffer) => {
    read += chunk.length
    if (read < bytesOfTurn) return
    read = 0
    stream.pause()
    setImmediate(() => stream.resume())
  })
}
