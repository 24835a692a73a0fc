import { randomUUID } from 'node:crypto'

import type { Wake } from '#kernel/job.ts'
import type { Log } from '#kernel/log.ts'
import type { Backend } from '#platform/database/backend.ts'

import { listenOn } from './listening.ts'
import { createLoop } from './loop.ts'

/** Tells workers, in this process and on other nodes, that something was committed that they may have to work on. */
export type WakeUps = {
  /** Returns at once. */
  tell(what: Wake): void
  /** Calls `hear` from now on, until the returned function is called. */
  listen(hear: (what: Wake) => void): () => void
  close(): Promise<void>
}

const channel = 'masthead_work'
/** Other nodes learn of changes within this time: a busy node tells them once for all of it. In ms. */
const changesWithin = 500

/** Wake-ups by NOTIFY where there may be other nodes; one that is lost costs a worker only its next look (jobs.md#one-look-for-everything). */
export function createWakeUps(parts: { backend: Backend; log: Log }): WakeUps {
  const hearers = new Set<(what: Wake) => void>()
  const hearAll = (what: Wake) => {
    for (const hear of hearers) hear(what)
  }
  const others = parts.backend.kind === 'postgres' ? otherNodes(parts, hearAll) : undefined
  return {
    tell(what) {
      hearAll(what)
      others?.tell(what)
    },
    listen(hear) {
      hearers.add(hear)
      others?.listen()
      return () => void hearers.delete(hear)
    },
    close: async () => others?.close(),
  }
}

/** The way to the other nodes, over the pool of background work. */
function otherNodes({ backend, log }: { backend: Backend; log: Log }, heard: (what: Wake) => void) {
  const pool = backend.pools.system
  const own = randomUUID()
  let news: Wake | undefined
  let isListening = false
  const talking = createLoop({ name: 'notices', everyMs: Infinity, round: talk, log })
  const listening = listenOn({ pool: backend.listening, log }, channel, {
    heard(payload) {
      const [node, what] = payload.split(' ')
      if (node !== own && (what === 'job' || what === 'change')) heard(what)
    },
    // Whatever was announced while nobody was listening.
    listens: () => heard('job'),
  })
  talking.start()

  async function talk(): Promise<'idle'> {
    const what = news
    news = undefined
    if (what !== undefined)
      await pool.use((connection) => connection.query('select pg_notify($1, $2)', [channel, `${own} ${what}`]))
    return 'idle'
  }

  return {
    tell(what: Wake) {
      news = what === 'job' || news === 'job' ? 'job' : 'change'
      talking.wakeWithin(what === 'job' ? 0 : changesWithin)
    },
    listen() {
      if (isListening) return
      isListening = true
      listening.start()
    },
    async close() {
      await Promise.all([talking.stop(), listening.stop()])
    },
  }
}
