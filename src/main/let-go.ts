import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Whenever a server has become idle, V8 collects its heap to give memory back: twice, for a tenth of a second each. The second time finds
 * nothing here (operating.md#packages-that-come-late).
 */
const collectedOnceWhereIdle = '--memory-reducer-gc-count=1'

/**
 * The heap may grow to twice of what was alive, instead of half as much again: beside texts of hundreds of kilobytes V8 would collect all of it every
 * second or two, each time with a pause of 20 to 70 ms (operating.md#packages-that-come-late).
 */
const collectedLater = '--heap-growing-percent=100'

/**
 * Collects what starting has left behind, before the first request can wait for it: about a tenth of an idle server's memory, which V8
 * would otherwise keep until it needs it.
 */
export function letGoOfTheStart(): void {
  setFlagsFromString(collectedOnceWhereIdle)
  setFlagsFromString(collectedLater)
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (how: object) => void
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
