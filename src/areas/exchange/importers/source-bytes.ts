import { createReadStream } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'

/** A source that can be read more than once, in pieces. */
export type OpenBytes = () => AsyncIterable<Buffer>

const pieceBytes = 65_536

/** A file of this machine. */
export function fileBytes(path: string): OpenBytes {
  return () => createReadStream(path, { highWaterMark: pieceBytes })
}

/** Bytes in memory; other work gets its turn between the pieces. */
export function memoryBytes(bytes: Buffer): OpenBytes {
  return async function* pieces() {
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      await turn()
      yield bytes.subarray(at, at + pieceBytes)
    }
  }
}
