import { awakeTimer } from '#std/awake-timer.ts'

import { RecentUse } from './recent-use.ts'
import { TurnQueue } from './turn-queue.ts'

/** What goes first at a shared resource: calls, which somebody waits for; what has a time or a receiver; what can wait. */
export const ranks = ['call', 'due', 'background'] as const
export type Rank = (typeof ranks)[number]

/** Who asks for a turn. */
export type Asker = {
  /** The organization, or the network of an address: the parties of a rank take turns. */
  party: string
  rank: Rank
  /** The one request that is worked for, which may ask several times. */
  request?: object | undefined
  /** Once aborted, its place in the queue is free again. */
  signal?: AbortSignal | undefined
}

/** Why there is no turn: too many of the party wait, it took too long, the caller went away. */
export type NoTurn = 'full' | 'late' | 'gone'

export type TurnOptions = {
  /** How many have the resource at once. */
  size: number
  /** How many of them are of one party; all by default. */
  perParty?: number
  /** How many calls of one party wait; any number by default. */
  waiting?: number
  /** How long a call waits, in ms in which the process runs; forever by default. */
  patienceMs?: number
  /**
   * So long after a call, in ms, only calls begin, and of other requests only those whose party had little of the resource lately, or
   * those of a party that had no turn for 250 ms, and a request that was in such a pause itself and had little so far: most requests ask
   * several times, with pauses between. 0 by default.
   */
  lingerMs?: number
  /** What a caller without a turn is told. */
  refuse: (why: NoTurn) => Error
  /** In ms. Only tests set it. */
  now?: () => number
}

/** Ends a turn. A second call does nothing. */
export type EndTurn = () => void

/** The queue in front of a shared resource (turns.md#nobody-starves). */
export type Turns = {
  /** Waits for a turn, which lasts until the returned function is called. Throws what `refuse` returns. */
  begin(asker: Asker): Promise<EndTurn>
  /** Works in one turn. */
  take<T>(asker: Asker, work: () => Promise<T>): Promise<T>
  /** Rejects all who wait, and everybody who comes later. */
  close(error: Error): void
  load(): { working: number; waiting: number }
  /** Whether somebody waits who goes before this rank. */
  isWanted(rank: Rank): boolean
}

/** After how many ms the first of a rank has a turn although others go before it: nobody waits forever. */
const shareMs: Record<Rank, number> = { call: 0, due: 250, background: 1000 }

/** A call that has waited for so long, in ms, does not wait for a turn of what is overdue besides. */
const oneWaitMs = 20
/** How long its request is left alone then, in ms, in its pauses. */
const passingMs = 100

/** How long a party leaves pauses to others, in ms: where many call all the time, there is always one that had less. */
const mostOfPausesMs = 250

/**
 * Shares a resource: calls before what is due before background work, within a rank one party after the other, within a party
 * the one that came first. Only calls are limited in number and time: what waits in the other ranks is the product's own
 * work, which asks for one thing after another.
 */
export function createTurns(options: TurnOptions): Turns {
  return new SharedTurns(options)
}

type Waiter = { asker: Asker; since: number; start(): void; fail(error: Error): void }

class SharedTurns implements Turns {
  readonly #options: Required<TurnOptions>
  readonly #queues: Record<Rank, TurnQueue<Waiter>> = {
    call: new TurnQueue(),
    due: new TurnQueue(),
    background: new TurnQueue(),
  }
  readonly #lastTurn: Record<Rank, number> = { call: -Infinity, due: -Infinity, background: -Infinity }
  readonly #held = new Map<string, number>()
  readonly #spent: RecentUse
  /** What a request had of the resource so far, in ms, and when its last turn ended. */
  readonly #requests = new WeakMap<object, { ms: number; at: number }>()
  #working = 0
  #quietUntil = -Infinity
  /** What is overdue and let a call go first: whose, and when. */
  #passed: { over: Waiter; request: object | undefined; at: number } | undefined
  /** The call that ended last. */
  #latest: Asker | undefined
  #quiet: NodeJS.Timeout | undefined
  #closed: Error | undefined

  constructor(options: TurnOptions) {
    const now = () => performance.now()
    const defaults = { perParty: options.size, waiting: Infinity, patienceMs: Infinity, lingerMs: 0, now }
    this.#options = { ...defaults, ...options }
    this.#spent = new RecentUse(this.#options.now)
  }

  async begin(asker: Asker): Promise<EndTurn> {
    if (this.#closed !== undefined) throw this.#closed
    if (asker.signal?.aborted === true) throw this.#options.refuse('gone')
    // The one that waits while there is room is of a party that has as much as it may.
    const isFree = this.#working < this.#options.size && this.#hasRoom(asker.party)
    const time = this.#options.now()
    return isFree && !this.#isQuiet(asker, time) ? this.#start(asker) : this.#wait(asker, time)
  }

  async take<T>(asker: Asker, work: () => Promise<T>): Promise<T> {
    const end = await this.begin(asker)
    try {
      return await work()
    } finally {
      end()
    }
  }

  close(error: Error): void {
    this.#closed = error
    clearTimeout(this.#quiet)
    for (const rank of ranks) for (const waiter of this.#queues[rank].empty()) waiter.fail(error)
  }

  load(): { working: number; waiting: number } {
    return { working: this.#working, waiting: ranks.reduce((sum, rank) => sum + this.#queues[rank].size(), 0) }
  }

  isWanted(rank: Rank): boolean {
    return ranks.slice(0, ranks.indexOf(rank)).some((before) => this.#queues[before].size() > 0)
  }

  #hasRoom(party: string): boolean {
    return (this.#held.get(party) ?? 0) < this.#options.perParty
  }

  #start(asker: Asker): EndTurn {
    const { party, rank } = asker
    const { now, lingerMs } = this.#options
    const begun = now()
    this.#working++
    this.#held.set(party, (this.#held.get(party) ?? 0) + 1)
    this.#lastTurn[rank] = begun
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.#end(party)
      if (lingerMs > 0) this.#note(asker, now() - begun)
      if (rank === 'call') {
        this.#quietUntil = now() + lingerMs
        this.#latest = asker
      }
      this.#serve()
    }
  }

  #note({ party, request }: Asker, ms: number): void {
    this.#spent.add(party, ms)
    if (request === undefined) return
    const before = this.#requests.get(request)?.ms ?? 0
    this.#requests.set(request, { ms: before + ms, at: this.#options.now() })
  }

  #end(party: string): void {
    this.#working--
    const left = (this.#held.get(party) ?? 1) - 1
    if (left === 0) this.#held.delete(party)
    else this.#held.set(party, left)
  }

  #serve(): void {
    for (;;) {
      const time = this.#options.now()
      const waiter = this.#next(time)
      if (waiter === undefined) {
        if (this.load().waiting > 0) this.#serveAfterQuiet(time)
        return
      }
      this.#queues[waiter.asker.rank].serve(waiter)
      waiter.start()
    }
  }

  #next(time: number): Waiter | undefined {
    if (this.#working >= this.#options.size) return undefined
    const isHeldUp = ({ asker, since }: Waiter) =>
      this.#isQuiet(asker, time) &&
      (asker.rank !== 'call' || time - Math.max(since, this.#spent.lastOf(asker.party)) < mostOfPausesMs)
    const mayBegin = (waiter: Waiter) =>
      this.#hasRoom(waiter.asker.party) && (waiter.asker.rank !== 'call' || !isHeldUp(waiter))
    const heads = ranks.flatMap((rank) => this.#queues[rank].first(mayBegin) ?? [])
    const isOverdue = ({ asker: { rank }, since }: Waiter) =>
      rank !== 'call' && time - Math.max(this.#lastTurn[rank], since) >= shareMs[rank]
    const overdue = heads.find(isOverdue)
    const isPassed = overdue !== undefined && this.#letsPass(overdue, heads[0], time)
    const next = isPassed ? heads[0] : (overdue ?? heads[0])
    return next === undefined || (isOverdue(next) && !isPassed) || !isHeldUp(next) ? next : undefined
  }

  /** Whether what is overdue lets a call go first that has waited long, once, and the pauses of its request: one wait is enough. */
  #letsPass(overdue: Waiter, first: Waiter | undefined, time: number): boolean {
    if (this.#passed?.over === overdue) {
      const { request, at } = this.#passed
      const isItsPause = request !== undefined && request === this.#latest?.request && time < this.#quietUntil
      return isItsPause && time - at < passingMs
    }
    if (first?.asker.rank !== 'call' || time - first.since < oneWaitMs) return false
    this.#passed = { over: overdue, request: first.asker.request, at: time }
    return true
  }

  /** Whether the resource is left free for the next call, or for the next time that the latest request asks. */
  #isQuiet({ rank, party, request }: Asker, time: number): boolean {
    if (time >= this.#quietUntil) return false
    if (rank !== 'call' || this.#latest === undefined) return true
    if (request !== undefined && (request === this.#latest.request || this.#isInPause(request, time))) return false
    return this.#spent.of(party) > 2 * this.#spent.of(this.#latest.party) + this.#options.lingerMs
  }

  /** Whether a request had its own turn just before that of the latest one, and little until then: a credential that was looked up. */
  #isInPause(request: object, time: number): boolean {
    const { lingerMs } = this.#options
    const use = this.#requests.get(request)
    return use !== undefined && use.ms <= lingerMs && time - use.at <= 2 * lingerMs
  }

  /** `time`: the one at which somebody had no turn. By a later one the quiet might be over, and nobody would come for who waits. */
  #serveAfterQuiet(time: number): void {
    const leftMs = this.#quietUntil - time
    if (leftMs <= 0) return
    clearTimeout(this.#quiet)
    this.#quiet = setTimeout(() => this.#serve(), leftMs)
  }

  #wait(asker: Asker, time: number): Promise<EndTurn> {
    const { waiting, patienceMs, refuse } = this.#options
    const queue = this.#queues[asker.rank]
    const isCall = asker.rank === 'call'
    if (isCall && queue.count(asker.party) >= waiting) throw refuse('full')
    const { promise, resolve, reject } = Promise.withResolvers<EndTurn>()
    const giveUp = (why: NoTurn) => {
      queue.leave(waiter)
      waiter.fail(refuse(why))
    }
    const gone = () => giveUp('gone')
    const timer = isCall && patienceMs < Infinity ? awakeTimer(patienceMs, () => giveUp('late')) : undefined
    const settle = () => {
      timer?.stop()
      asker.signal?.removeEventListener('abort', gone)
    }
    const waiter: Waiter = {
      asker,
      since: time,
      start: () => {
        settle()
        resolve(this.#start(asker))
      },
      fail(error) {
        settle()
        reject(error)
      },
    }
    asker.signal?.addEventListener('abort', gone, { once: true })
    queue.add(waiter)
    this.#serveAfterQuiet(time)
    return promise
  }
}
