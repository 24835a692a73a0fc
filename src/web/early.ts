/** What a page of an organization asked for before the application was there (web.md#asked-before-it-is-there). */
export type Early = {
  /** The session; its answer is there when the reads of the screen have been sent. */
  session: Promise<Response> | undefined
  /** Answers by `keyOfRead`. */
  reads: Map<string, Promise<Response>>
}

/** For how long after its start the application takes them: later the data would be old. Milliseconds. */
const takenWithin = 5000

/** Where two scripts meet: the one before the application, and the application. */
const page: typeof globalThis & { early?: Early } = globalThis

export function keepEarly(early: Early): void {
  page.early = early
}

/** What tells one read from another. */
export function keyOfRead(organizationId: string, name: string, input: unknown): string {
  return [organizationId, name, JSON.stringify(input)].join(' ')
}

/** The answer to a read that was sent already: once, whoever asks first. */
export function takeEarlyRead(key: string): Promise<Response> | undefined {
  const found = page.early?.reads.get(key)
  page.early?.reads.delete(key)
  return found
}

export function takeEarlySession(): Promise<Response> | undefined {
  const found = page.early?.session
  if (page.early) page.early.session = undefined
  return found
}

/** Drops, after a while, what nobody asked for. */
export function forgetEarly(): void {
  setTimeout(() => delete page.early, takenWithin)
}
