import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Collects what starting has left behind, before the first request can wait for it: about a tenth of an idle server's memory, which V8
 * would otherwise keep until it needs it.
 */
export function letGoOfTheStart(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (how: object) => void
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
