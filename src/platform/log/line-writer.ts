import fs from 'node:fs'

/** How many bytes may wait for a slow reader or a full disk; lines beyond them are dropped rather than held in memory. */
const backlog = 8 * 1024 * 1024

/** How long a line waits for others that are written with it, in ms, and how many bytes do not wait. */
const gathering = { ms: 20, bytes: 8 * 1024 }

/** When what could not be written is tried again, in ms, and how often a process that ends at once tries. */
const again = { ms: 100, times: 10 }

/** What may pass: the reader is slow, the disk is full. Anything else, and the reader is gone. */
const passing = new Set(['EAGAIN', 'EBUSY', 'EINTR', 'ENOSPC', 'EDQUOT'])

/**
 * Writes lines to a file descriptor, or to the end of a file. Lines of the same moment are one write
 * (operating.md#lines-are-written-together). A destination that fails never fails the work that logs, nor holds up the end of the
 * process (operating.md#log-that-cannot-be-written).
 */
export class LineWriter {
  readonly #fd: number
  #lines: string[] = []
  #size = 0
  /** What the destination has not taken of the last write. */
  #rest: Buffer | undefined
  #isWriting = false
  #timer: NodeJS.Timeout | undefined
  #waiting: (() => void)[] = []

  constructor(destination: number | string) {
    this.#fd = typeof destination === 'number' ? destination : fs.openSync(destination, 'a')
  }

  write(line: string): void {
    if (this.#size + line.length > backlog) return
    this.#lines.push(line)
    this.#size += line.length
    if (this.#rest !== undefined) return
    if (this.#size >= gathering.bytes) this.#next()
    else this.#later(gathering.ms)
  }

  /** Resolves when everything written so far is at its destination, or lost with its reader; after a second all the same. */
  flush(): Promise<void> {
    return new Promise((resolve) => {
      const enough = setTimeout(resolve, again.times * again.ms)
      this.#waiting.push(() => {
        clearTimeout(enough)
        resolve()
      })
      this.#next()
    })
  }

  /** The same, synchronously. */
  flushNow(): void {
    // What is on its way arrives by itself; written once more, it would be there twice.
    if (this.#isWriting) this.#rest = undefined
    let tries = again.times
    for (let bytes = this.#take(); bytes !== undefined && tries > 0; bytes = this.#take())
      try {
        this.#wrote(bytes, fs.writeSync(this.#fd, bytes))
      } catch (error) {
        tries--
        if (!isPassing(error)) this.#rest = undefined
        else if (tries > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, again.ms)
      }
    this.#settle()
  }

  #later(ms: number): NodeJS.Timeout {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#next()
    }, ms)
    return this.#timer
  }

  #next(): void {
    if (this.#isWriting) return
    const bytes = this.#take()
    if (bytes === undefined) return this.#settle()
    this.#isWriting = true
    fs.write(this.#fd, bytes, (error, count) => {
      this.#isWriting = false
      const isLate = error !== null && isPassing(error)
      this.#keep(bytes, isLate ? 0 : error === null ? count : bytes.length)
      // A process that waits to try again may end meanwhile.
      if (isLate) this.#later(again.ms).unref()
      else this.#next()
    })
  }

  #take(): Buffer | undefined {
    if (this.#rest !== undefined || this.#lines.length === 0) return this.#rest
    this.#rest = Buffer.from(this.#lines.join(''))
    this.#lines = []
    this.#size = 0
    return this.#rest
  }

  /** Keeps what did not arrive of a write, before what `flushNow` could not write while it was on its way. */
  #keep(bytes: Buffer, count: number): void {
    const after = this.#rest === bytes ? undefined : this.#rest
    this.#wrote(bytes, count)
    if (after !== undefined) this.#rest = this.#rest === undefined ? after : Buffer.concat([this.#rest, after])
  }

  #wrote(bytes: Buffer, count: number): void {
    this.#rest = count < bytes.length ? bytes.subarray(count) : undefined
  }

  #settle(): void {
    const settled = this.#waiting
    this.#waiting = []
    for (const resolve of settled) resolve()
  }
}

function isPassing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && passing.has(String(error.code))
}
