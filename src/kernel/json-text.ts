/** What is stored as JSON, in one text or several in a row: an answer takes it as it is, without reading or writing it again. */
export class JsonText {
  readonly #texts: readonly string[]

  constructor(...texts: readonly string[]) {
    this.#texts = texts
  }

  /** What JSON.stringify writes: elsewhere the value, in `jsonAround` and `jsonBytes` what stands for it. */
  toJSON(): unknown {
    if (taken === undefined) return JSON.parse(this.#texts.join(''))
    taken.push(this.#texts)
    return hole
  }
}

// No stored text contains it: neither engine has a way to write it.
const hole = '\0'
const writtenHole = JSON.stringify(hole)

let taken: (readonly string[])[] | undefined

/** The same text as of JSON.stringify, with texts that are JSON already put in at their places. */
export function jsonAround(value: unknown): string {
  return piecesOf(value).join('')
}

/** The bytes of that text, which is never put together: a long one costs more than all that it is made of (content-api.md#no-long-texts). */
export function jsonBytes(value: unknown): Buffer {
  return Buffer.concat(piecesOf(value).map((piece) => Buffer.from(piece)))
}

function piecesOf(value: unknown): string[] {
  const texts: (readonly string[])[] = []
  taken = texts
  try {
    return JSON.stringify(value)
      .split(writtenHole)
      .flatMap((part, n) => [part, ...(texts[n] ?? [])])
  } finally {
    taken = undefined
  }
}
