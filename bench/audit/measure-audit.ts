import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { createTestDatabase, serverUrl } from '#platform/database/test-server.ts'

/** What an audit took in its process; the times are those of the first and of the last 1,000 pages. */
export type AuditFigures = {
  state: string
  requested: number
  cpuMs: number
  clockMs: number
  memoryMb: number
  firstMs: number
  lastMs: number
}

const sizes = [1000, 10_000]
const goals = { memoryMb: 300, growth: 1.2, slowing: 2 }
const execArgv = ['--conditions=source', '--expose-gc', '--max-semi-space-size=4']

/**
 * Memory, processor time per page and pace of an audit of 1,000 and of 10,000 pages of about 10 kB, each in a process of its own. What the
 * engine of an embedded database takes is in it, too.
 */
export async function measureAudit(): Promise<void> {
  const found: AuditFigures[] = []
  for (const size of sizes) {
    const site = fork(join(import.meta.dirname, 'site-process.ts'), [String(size)], { execArgv })
    const [address] = (await once(site, 'message')) as [string]
    const made = serverUrl === undefined ? undefined : await createTestDatabase(serverUrl)
    const env = { ...process.env, ...(made === undefined ? {} : { BENCH_DATABASE: made.url }) }
    try {
      const audit = fork(join(import.meta.dirname, 'audit-process.ts'), [address, String(size)], { execArgv, env })
      const [figures] = (await Promise.race([
        once(audit, 'message'),
        once(audit, 'exit').then(() => Promise.reject(new Error('The audit ended: see above'))),
      ])) as [AuditFigures]
      if (figures.state !== 'succeeded' || figures.requested !== size)
        throw new Error(`The audit ${figures.state} after ${figures.requested} pages`)
      found.push(figures)
      await once(audit, 'exit')
    } finally {
      site.disconnect()
      await made?.drop()
    }
  }
  console.table(
    found.map(({ requested, cpuMs, clockMs, memoryMb, firstMs, lastMs }) => ({
      pages: requested,
      'CPU ms per page': (cpuMs / requested).toFixed(2),
      'ms per page': (clockMs / requested).toFixed(2),
      'memory MB': memoryMb.toFixed(0),
      'last 1,000 / first': (lastMs / firstMs).toFixed(2),
    })),
  )
  const [small, large] = found
  if (small === undefined || large === undefined) return
  const growth = large.cpuMs / large.requested / (small.cpuMs / small.requested)
  const is = (met: boolean) => (met ? 'met' : 'missed')
  console.log(`CPU per page grows ${growth.toFixed(2)}x (at most ${goals.growth}): ${is(growth <= goals.growth)}`)
  console.log(`memory at most ${goals.memoryMb} MB: ${is(large.memoryMb <= goals.memoryMb)}`)
  console.log(`last 1,000 at most ${goals.slowing}x the first: ${is(large.lastMs / large.firstMs <= goals.slowing)}`)
}
