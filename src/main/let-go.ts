import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Whenever a server has become idle, V8 collects its heap to give memory back: twice, for a tenth of a second each. The second time finds
 * nothing here (operating.md#packages-that-come-late).
 */
const collectedOnceWhereIdle = '--memory-reducer-gc-count=1'

/**
 * Collects what starting has left behind, before the first request can wait for it: about a tenth of an idle server's memory, which V8
 * would otherwise keep until it needs it.
 */
export function letGoOfTheStart(): void {
  setFlagsFromString(collectedOnceWhereIdle)
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (how: object) => void
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
