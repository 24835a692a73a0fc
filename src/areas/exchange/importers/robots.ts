import { setTimeout as pause } from 'node:timers/promises'

import library from 'robots-parser'

import { detailOf, Refusal } from '#kernel/errors.ts'

import { type Outside, readOutside } from './outside.ts'

type Rules = {
  isAllowed(address: string, agent: string): boolean | undefined
  getCrawlDelay(agent: string): number | undefined
}

// Its types promise a member `default`, which the function that it exports does not have.
const robotsParser = library as unknown as (file: string, text: string) => Rules

/** The product token that robots.txt knows Masthead by. */
const token = 'Masthead'
const maxBytes = 500 * 1024

export type Robots = {
  /** Whether a page may be read. */
  allows(address: string): Promise<boolean>
  /** Waits until the next page of a site may be requested: at most 5 s after the previous one. */
  turn(address: string): Promise<void>
}

/** Reads the robots.txt of each site once (RFC 9309): a missing one allows everything, a broken one forbids it (exchange.md#robots). */
export function askRobots(outside: Outside): Robots {
  const known = new Map<string, Promise<Rules>>()
  const lastTurns = new Map<string, number>()

  function rulesOf(address: string) {
    const file = new URL('/robots.txt', address).href
    const rules = known.get(file) ?? read(file)
    known.set(file, rules)
    return rules
  }

  async function read(file: string): Promise<Rules> {
    try {
      const { body } = await readOutside(outside, file, { accept: 'text/plain', maxBytes, http: true })
      return robotsParser(file, body.toString('utf8'))
    } catch (error) {
      if (!(error instanceof Refusal) || isAway(error)) throw error
      return robotsParser(file, error.code === 'validation_failed' ? '' : 'User-agent: *\nDisallow: /')
    }
  }

  async function turn(address: string): Promise<void> {
    const delay = Math.min(5, (await rulesOf(address)).getCrawlDelay(token) ?? 0) * 1000
    if (!(delay > 0)) return
    const { origin } = new URL(address)
    const now = performance.now()
    const own = Math.max(now, (lastTurns.get(origin) ?? -Infinity) + delay)
    lastTurns.set(origin, own)
    await pause(own - now, undefined, { signal: outside.signal })
  }

  return {
    turn,
    allows: async (address) => (await rulesOf(address)).isAllowed(address, token) !== false,
  }
}

// A host that cannot be reached has no robots.txt to speak of: reading the page itself will say so.
function isAway(refusal: Refusal): boolean {
  return refusal.code === 'upstream_failed' && detailOf(refusal, 'reason') === 'unreachable'
}
