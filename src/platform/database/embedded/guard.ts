import type { PGlite } from '@electric-sql/pglite'

/** The status with which PGlite's wasm signals an ordinary error of a statement (`POSTGRES_MAIN_LONGJMP`). */
const ordinaryError = 100

/**
 * Watches the calls into the wasm module. PGlite swallows whatever a statement throws, including an abort of the engine, and
 * carries on with half a transaction. After the first throw that is not an ordinary error, `onDeath` is called once, and no
 * further call reaches the engine.
 */
export function guardEngine(db: PGlite, onDeath: (reason: string) => void): { dead(): boolean } {
  const calls = wasmCalls(db)
  let reason: string | undefined

  const die = (error: unknown): never => {
    if (reason === undefined) {
      reason = describe(error)
      onDeath(reason)
    }
    throw new Error(`the database engine aborted: ${reason}`)
  }
  const refuseWhenDead = () => {
    if (reason !== undefined) die(reason)
  }

  for (const name of guarded) {
    const call = calls[name]
    if (typeof call !== 'function')
      throw new Error(`This version of PGlite has no ${name}: aborts could not be noticed`)
    calls[name] = (...args) => {
      refuseWhenDead()
      try {
        return call(...args)
      } catch (error) {
        if (isOrdinary(error)) throw error
        return die(error)
      }
    }
  }

  return { dead: () => reason !== undefined }
}

/** `stackRestore` is among them because PGlite's loop leaves only by a throw of that call. */
const guarded = [
  '_PostgresMainLoopOnce',
  '_PostgresMainLongJmp',
  '_pq_buffer_remaining_data',
  '_PostgresSendReadyForQueryIfNecessary',
  '_pgl_pq_flush',
  'stackRestore',
] as const

function isOrdinary(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'status' in error && error.status === ordinaryError
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}

type WasmCalls = Partial<Record<(typeof guarded)[number], (...args: unknown[]) => unknown>>

/** The module's exports are plain writable properties, which its types do not list. */
function wasmCalls(db: PGlite): WasmCalls {
  return db.Module as unknown as WasmCalls
}
