import { spawn } from 'node:child_process'
import { once } from 'node:events'

import { expect, onTestFinished, test } from 'vitest'

import { metered } from './meter.ts'
import { elapsed, hasProc, memoryOf, processTree } from './process-tree.ts'

/** A process that starts another one, which works for so long (CPU ms) and says so. */
function parentOfBusy(ms: number) {
  const busy = `while (process.cpuUsage().user < ${ms * 1000}); console.log('done'); setInterval(() => {}, 1000)`
  const parent = `
    const child = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(busy)}], { stdio: ['ignore', 'pipe', 'inherit'] })
    child.stdout.pipe(process.stdout)
    process.once('SIGTERM', () => { child.kill(); process.exit() })`
  const child = spawn(process.execPath, ['-e', parent], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(async () => {
    child.kill()
    await once(child, 'exit')
  })
  return child
}

test.skipIf(!hasProc())(
  'the time of a process that another one started counts, and the waiting of this one does not',
  async () => {
    const child = parentOfBusy(150)

    const { cpu } = await metered({ pid: child.pid ?? 0 }, () => once(child.stdout, 'data'))

    expect(cpu.node).toBeGreaterThan(150)
    expect(cpu.database).toBe(null)
    expect(processTree(child.pid ?? 0)).toHaveLength(2)
    expect(memoryOf(processTree(child.pid ?? 0)).rssMb).toBeGreaterThan(20)
  },
)

test('the sum of a process decides where a thread has ended, because its own time is gone', () => {
  const before = {
    threads: new Map([
      ['1', 10],
      ['2', 50],
    ]),
    ticks: 60,
  }

  expect(
    elapsed(before, {
      threads: new Map([
        ['1', 12],
        ['2', 51.5],
      ]),
      ticks: 60,
    }),
  ).toBe(3.5)
  expect(elapsed(before, { threads: new Map([['1', 12]]), ticks: 90 })).toBe(30)
})
