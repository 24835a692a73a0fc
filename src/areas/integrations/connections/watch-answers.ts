import type { Connection } from '#kernel/connection.ts'

/** The last answer to a request that changes or sends something. */
export type Answers = {
  /** The same connection, watched. */
  over(connection: Connection): Connection
  status(): number | null
  /** The host that was asked; null: nothing was sent. */
  host(): string | null
}

/** Remembers what is noted of a delivery: the host that it went to, and the status that came back. */
export function watchAnswers(): Answers {
  let [status, host]: [number | null, string | null] = [null, null]
  const over = (connection: Connection): Connection => ({
    ...connection,
    async fetch(address, rules) {
      if ((rules?.method ?? 'GET') === 'GET') return connection.fetch(address, rules)
      ;[status, host] = [null, new URL(address).host]
      const fetched = await connection.fetch(address, rules)
      status = fetched.status
      return fetched
    },
  })
  return { over, status: () => status, host: () => host }
}
