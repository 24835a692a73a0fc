/** What is stored as JSON: an answer takes it as it is, without reading or writing it again. */
export class JsonText {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  /** What JSON.stringify writes: elsewhere the value, in `jsonAround` what stands for it. */
  toJSON(): unknown {
    if (taken === undefined) return JSON.parse(this.#text)
    taken.push(this.#text)
    return hole
  }
}

// No stored text contains it: neither engine has a way to write it.
const hole = '\0'
const writtenHole = JSON.stringify(hole)

let taken: string[] | undefined

/** The same text as of JSON.stringify, with texts that are JSON already put in at their places. */
export function jsonAround(value: unknown): string {
  const texts: string[] = []
  taken = texts
  try {
    const [first = '', ...others] = JSON.stringify(value).split(writtenHole)
    return others.reduce((sum, part, n) => sum + (texts[n] ?? '') + part, first)
  } finally {
    taken = undefined
  }
}
