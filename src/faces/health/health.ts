import { jsonType } from '#faces/http.ts'
import type { Face, Outgoing } from '#faces/http.ts'

/** What `/readyz` asks. */
export type HealthFacts = {
  /** Whether the process is about to end and should get no new requests. */
  closing(): boolean
  /** Whether requests can be served now: database, migrations, lock, keys, disk, event loop (http.md#probes-say-one-word). */
  ready(): Promise<boolean>
}

/** How long `ready` may take, in ms; no answer by then is a no. */
const readyTimeout = 1000

/** Answers `/healthz` (the process lives) and `/readyz` (it can serve) with one word and without versions. */
export function createHealthFace(facts: HealthFacts): Face {
  let asking: Promise<boolean> | undefined

  // Probes that arrive together share one round trip, so that nobody can load the database with them.
  const isReady = async () => {
    if (facts.closing()) return false
    asking ??= ask(facts).finally(() => (asking = undefined))
    return (await asking) && !facts.closing()
  }

  return async ({ method, url }) => {
    if (method !== 'GET' && method !== 'HEAD')
      return { ...answer(405, 'method_not_allowed'), headers: { ...headers, allow: 'GET, HEAD' } }
    if (!/^\/readyz(?:\?|$)/.test(url)) return answer(200, 'ok')
    return (await isReady()) ? answer(200, 'ok') : answer(503, 'unavailable')
  }
}

const headers = { 'content-type': jsonType, 'cache-control': 'no-store' }

function answer(status: number, word: string): Outgoing {
  return { status, headers, body: JSON.stringify({ status: word }) }
}

async function ask({ ready }: HealthFacts): Promise<boolean> {
  const late = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => late.resolve(false), readyTimeout)
  try {
    return await Promise.race([ready(), late.promise])
  } catch {
    // The check reports its own faults; here a fault is a no.
    return false
  } finally {
    clearTimeout(timer)
  }
}
