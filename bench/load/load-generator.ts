import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

import type { LoadGenerator, Outcome } from './plan.ts'
import { wrk } from './wrk.ts'

/**
 * `wrk` if it is on the PATH, else autocannon; in a process of its own either way, kept alive and without pipelining. What is to be
 * sent exactly once is always sent by autocannon.
 */
export function openLoadGenerator(): LoadGenerator & { close(): Promise<void> } {
  const folder = (process.env['PATH'] ?? '').split(delimiter).find((each) => existsSync(join(each, 'wrk')))
  const exact = autocannon()
  if (folder === undefined) return exact
  const fast = wrk(join(folder, 'wrk'))
  return { ...fast, run: (plan) => (plan.once === true ? exact : fast).run(plan), close: exact.close }
}

function autocannon(): LoadGenerator & { close(): Promise<void> } {
  const child = fork(join(import.meta.dirname, 'load-process.ts'), { execArgv: ['--conditions=source'] })
  return {
    name: 'autocannon',
    async run(plan) {
      const over = new AbortController()
      child.send(plan)
      const answered = once(child, 'message', over)
      const ended = once(child, 'exit', over).then(() => {
        throw new Error('The load generator ended: see above')
      })
      try {
        const [outcome] = (await Promise.race([answered, ended])) as [Outcome]
        return outcome
      } finally {
        // Whichever did not come is no longer waited for.
        for (const each of [answered, ended]) each.catch(() => undefined)
        over.abort()
      }
    },
    async close() {
      if (child.exitCode !== null) return
      child.kill()
      await once(child, 'exit')
    },
  }
}
