/** One thing that was sent to the database: a statement with its values, or, without values, a message of commands. */
export type SentPart = { text: string; values: readonly unknown[] | null }

/** What left in one write, as the role of one of the product's logins. */
export type Message = { role: 'app' | 'auth' | 'system'; parts: readonly SentPart[] }

/** The messages of one call, in order. */
export type Recording = readonly Message[]

/** Whether two recordings are of the same call: the same texts in the same messages. */
export function isAlike(a: Recording, b: Recording): boolean {
  return shapeOf(a) === shapeOf(b)
}

function shapeOf(recording: Recording): string {
  return JSON.stringify(recording.map(({ role, parts }) => [role, parts.map(({ text }) => withoutIds(text))]))
}

const idPattern = /[a-z]{2,4}_[0-7][0-9a-hjkmnp-tv-z]{25}/g

function withoutIds(text: string): string {
  return text.replace(idPattern, 'id')
}

/**
 * A source of recordings like these two, which are of the same call made twice: what is equal in both stays, what differs is made
 * new each time, in the same form and the same everywhere it occurs (ids, times, hashes, numbers).
 */
export function variations(first: Recording, second: Recording): () => Recording {
  return () => {
    const known = new Map<string, unknown>()
    const vary = (a: unknown, b: unknown): unknown => varied(a, b, known)
    return first.map(({ role, parts }, m) => ({
      role,
      parts: parts.map(({ text, values }, p) => {
        const other = second[m]?.parts[p]
        return {
          text: String(vary(text, other?.text)),
          values: values?.map((value, v) => vary(value, other?.values?.[v])) ?? null,
        }
      }),
    }))
  }
}

function varied(a: unknown, b: unknown, known: Map<string, unknown>): unknown {
  if (a instanceof Date) return b instanceof Date && a.getTime() === b.getTime() ? a : new Date()
  if (a instanceof Uint8Array)
    return b instanceof Uint8Array && Buffer.compare(a, b) === 0
      ? a
      : once(known, Buffer.from(a).toString('hex'), () => randomBytes(a.length))
  if (Array.isArray(a)) return a.map((each, at) => varied(each, Array.isArray(b) ? b[at] : undefined, known))
  if (typeof a === 'object' && a !== null) {
    const other = (typeof b === 'object' && b !== null ? b : {}) as Record<string, unknown>
    return Object.fromEntries(Object.entries(a).map(([name, value]) => [name, varied(value, other[name], known)]))
  }
  if (a === b) return a
  if (typeof a === 'number')
    return once(known, `n${a}`, () => Math.floor(Math.random() * Math.max(1, Math.abs(a) * 2)) * Math.sign(a))
  if (typeof a === 'bigint')
    return once(known, `b${a}`, () => BigInt(Math.floor(Math.random() * Number.MAX_SAFE_INTEGER)))
  if (typeof a === 'string' && typeof b === 'string') return variedText(a, b, known)
  return a
}

/** Ids and times as such, then characters where both texts are of one length. */
function variedText(a: string, b: string, known: Map<string, unknown>): string {
  const others = new Set(b.match(idPattern))
  const withIds = a.replace(idPattern, (id) =>
    others.has(id)
      ? id
      : String(
          once(known, id, () => `${id.slice(0, 5)}${characters(id.slice(5), '0123456789abcdefghjkmnpqrstvwxyz')}`),
        ),
  )
  const withTimes = withIds.replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d\.\d{3}/g, (time) =>
    b.includes(time) ? time : new Date().toISOString().slice(0, 23).replace('T', time.charAt(10)),
  )
  if (withTimes !== a || a.length !== b.length) return withTimes
  return String(
    once(known, a, () =>
      [...a].map((each, at) => (each === b[at] ? each : characters(each, alphabetOf(each)))).join(''),
    ),
  )
}

function alphabetOf(character: string): string {
  if (/[0-9]/.test(character)) return '0123456789'
  if (/[a-f]/.test(character)) return 'abcdef'
  if (/[a-z]/.test(character)) return 'ghijklmnopqrstuvwxyz'
  return /[A-Z]/.test(character) ? 'ABCDEFGHIJKLMNOPQRSTUVWXYZ' : character
}

function characters(like: string, alphabet: string): string {
  return [...like].map(() => alphabet[Math.floor(Math.random() * alphabet.length)]).join('')
}

function randomBytes(length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => Math.floor(Math.random() * 256)))
}

function once<T>(known: Map<string, unknown>, key: string, make: () => T): unknown {
  if (!known.has(key)) known.set(key, make())
  return known.get(key)
}
