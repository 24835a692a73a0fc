import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'

import pg from 'pg'
import type { PoolConfig } from 'pg'

import { askerNow, patienceNow } from '#kernel/asked.ts'
import { Refusal } from '#kernel/errors.ts'
import type { Log } from '#kernel/log.ts'
import { type Asker, createTurns, type NoTurn, type Rank } from '#kernel/turns.ts'

import { connectionOf } from './connection.ts'
import type { Connection, ConnectionOptions } from './connection.ts'
import { asDatabaseError, DatabaseGone, sqlStateOf, takesNoChanges } from './database-gone.ts'
import { InUse } from './in-use.ts'
import { readInTurns } from './read-in-turns.ts'
import { type Silence, silenceOf } from './silence.ts'
import { columnTypes } from './types.ts'

/** `statements` without BEGIN, COMMIT and settings; `messages` with everything that left in one write. */
export type Sent = { statements: number; messages: number }

/** The connections of one role. */
export type DatabasePool = {
  /** Waits for its turn, a call for at most 5 s, then throws `DatabaseGone`. The caller releases the connection. */
  acquire(asker?: Asker): Promise<Connection>
  /** Acquires, works, releases; a connection with a transaction left open is closed. */
  use<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  /** How many connections exist and are idle, and how many callers wait for one. */
  load(): { total: number; idle: number; waiting: number }
  /** Whether the database reported within the last 10 s that it takes no changes, or that its disk or memory is full; reads may still work. */
  isClosed(): boolean
  /** Whether somebody waits for a connection who goes before this rank. */
  isWanted(rank: Rank): boolean
  /** How much was sent since the start. */
  sent(): Sent
  end(): Promise<void>
  /** The driver's pool, for libraries that bring their own queries. */
  readonly pg: pg.Pool
}

export type PoolOptions = ConnectionOptions & {
  /** Connection and size; on the embedded engine exactly one connection. */
  config: PoolConfig & { max: number }
  /** Connections of one organization or network at once; all by default. Where it is less, one is open for another party. */
  perParty?: number
  log: Log
  /** Statements a new connection begins with, each sent on its own. */
  begin?: readonly string[]
}

/** How long a caller waits for a connection, in ms. */
export const patienceMs = 5_000

/** Calls of one party that wait for a connection: as many as a key has in a minute. */
const waiting = 1200

/** How long the only connection is left free after a call, which needs it several times: longer than most of its pauses, in ms. */
const lingerMs = 10

/** How long it is remembered that nothing can be written, in ms. */
const closedFor = 10_000

/** Opens a pool. This is what both engines have in common. */
export function openPool({
  config,
  perParty = config.max,
  log,
  begin = [],
  plans = { era: 0 },
  ...options
}: PoolOptions): DatabasePool {
  const { max } = config
  const inUse = new InUse()
  const turns = createTurns({
    size: max,
    perParty,
    waiting,
    patienceMs,
    lingerMs: max === 1 ? lingerMs : 0,
    refuse: (why) => noTurn(why, inUse),
  })
  const pool = driversPool(config, begin, log)
  const sent = { statements: 0, messages: 0 }
  const counting = { onStatement: () => void sent.statements++, onMessage: () => void sent.messages++ }
  let closedAt = Number.NEGATIVE_INFINITY
  const onGone = (error: DatabaseGone) => {
    if (takesNoChanges(error)) closedAt = performance.now()
    options.onGone?.(error)
  }

  /** Where one party may have all that are open, opens one more: another party has its turn without waiting for that. */
  const openSpare = () => {
    if (perParty === max || pool.totalCount !== perParty || pool.idleCount > 0) return
    pool.connect().then(
      (spare) => spare.release(),
      () => undefined,
    )
  }

  const acquire = async (asker = askerNow()) => {
    const silence = silenceOf(patienceNow())
    const endTurn = await orGiveBack(silence, turns.begin(asker), (end) => end())
    try {
      const client = await orGiveBack(silence, connect(pool), (late) => late.release())
      openSpare()
      const endUse = inUse.begin(asker)
      const onReleased = () => {
        endUse()
        endTurn()
      }
      return connectionOf(client, { ...options, ...counting, plans, onGone, onReleased })
    } catch (cause) {
      endTurn()
      throw asDatabaseError(cause)
    }
  }
  return {
    acquire,
    async use(work) {
      const connection = await acquire()
      try {
        return await work(connection)
      } finally {
        connection.release()
      }
    },
    load: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount + turns.load().waiting }),
    isWanted: (rank) => turns.isWanted(rank),
    isClosed: () => performance.now() - closedAt < closedFor,
    sent: () => ({ ...sent }),
    end: async () => {
      if (!pool.ended && !pool.ending) await pool.end()
    },
    pg: pool,
  }
}

/** The driver's pool. It reports a connection that was lost, and goes on without it. */
function driversPool(config: PoolOptions['config'], begin: readonly string[], log: Log): pg.Pool {
  const pool = new pg.Pool({
    connectionTimeoutMillis: patienceMs,
    types: columnTypes,
    application_name: 'masthead',
    // A statement is sent without waiting for the answer to the one before it.
    pipeline: true,
    ...config,
    onConnect: (client) => {
      readInTurns(streamOf(client))
      return sendEach(client, begin)
    },
  })
  // Without both listeners a backend that is killed ends this process, checked out or not.
  // A pool that has ended closes its connections in its own time: a connection lost then was no longer needed.
  const report = (event: string) => (error: Error) => {
    if (!pool.ending) log.warn({ error: error.message }, event)
  }
  pool.on('error', report('idle database connection lost'))
  pool.on('connect', (client) => client.on('error', report('database connection lost')))
  return pool
}

/** Between two looks for a connection, in ms. */
const lookAgainMs = 200

/**
 * A connection, for which a server that has none left is asked again for as long as anybody waits for a turn: one of ours comes free
 * soon, or another process gives one back.
 */
async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  const until = performance.now() + patienceMs
  for (;;)
    try {
      return await pool.connect()
    } catch (error) {
      if (sqlStateOf(error) !== noneLeft || performance.now() > until) throw error
      await pause(lookAgainMs)
    }
}

/** The server has no connections left, or none for this login. */
const noneLeft = '53300'

/** What a caller is told that gets no turn at the database. */
export function noTurn(why: NoTurn, inUse?: InUse): Error {
  if (why === 'gone') return new Refusal('cancelled', 'The caller went away before the answer was ready.')
  if (why === 'full') return new DatabaseGone('busy', 'Too many calls wait already')
  const holder = inUse === undefined ? '' : `: ${inUse.longest()}`
  return new DatabaseGone('busy', `No connection came free in time${holder}`)
}

/** What comes when nobody waits for it any longer goes back. */
async function orGiveBack<T>({ during }: Silence, coming: Promise<T>, giveBack: (late: T) => void): Promise<T> {
  try {
    return await during(coming)
  } catch (error) {
    coming.then(giveBack, () => undefined)
    throw error
  }
}

async function sendEach(client: pg.ClientBase, texts: readonly string[]): Promise<void> {
  for (const text of texts) await client.query(text)
}

/** The stream of a connection, which the types of the driver do not show. */
function streamOf(client: pg.ClientBase): Readable {
  return (client as unknown as { connection: { stream: Readable } }).connection.stream
}
