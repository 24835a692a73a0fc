/** Structured log: fields first, then an event in a few words. Never content, never secrets. */
export type Log = {
  [level in 'debug' | 'info' | 'warn' | 'error']: (fields: Record<string, unknown>, event: string) => void
}

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }
