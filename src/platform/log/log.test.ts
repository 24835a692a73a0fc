import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs, { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, test, vi } from 'vitest'

import { Secret } from '#kernel/secret.ts'

import { openLog } from './log.ts'
import type { LogOptions } from './log.ts'

const folder = mkdtempSync(join(tmpdir(), 'masthead-log-'))
afterAll(() => rmSync(folder, { recursive: true }))
let files = 0

test('a line is a JSON object with level, time, fields and event', async () => {
  const { log, lines } = await open()

  log.info({ itemId: 'itm_1', count: 3, big: 5n, at: new Date(0), nothing: undefined }, 'item published')

  expect(await lines()).toEqual([
    {
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      itemId: 'itm_1',
      count: 3,
      big: '5',
      at: '1970-01-01T00:00:00.000Z',
      msg: 'item published',
    },
  ])
})

test('lines below the level are not written', async () => {
  const { log, lines } = await open({ level: 'warn' })

  for (const level of ['debug', 'info', 'warn', 'error'] as const) log[level]({}, level)

  expect((await lines()).map(({ msg }) => msg)).toEqual(['warn', 'error'])
})

test('secrets are masked wherever they stand', async () => {
  const { log, text } = await open()
  const secret = new Secret('canary')

  log.error({ secret, list: [{ secret }], deep: { deep: { secret } }, err: new Error('no', { cause: secret }) }, 'x')
  log.warn({ url: 'postgres://owner:canary@db.test/masthead' }, 'cannot reach postgres://owner:canary@db.test/x')

  expect(await text()).toContain('"secret":"[secret]","list":[{"secret":"[secret]"}],"deep"')
  expect(await text()).toContain('postgres://[secret]@db.test/masthead')
  expect(await text()).not.toContain('canary')
})

test('of an error only what explains it is written, causes included', async () => {
  const { log, lines } = await open()
  const cause = Object.assign(new Error('refused at postgres://a:canary@db.test'), { code: '23505', detail: 'canary' })

  log.error({ err: Object.assign(new TypeError('failed', { cause }), { query: 'canary' }) }, 'call failed')

  const [line] = await lines()
  expect(line?.['err']).toMatchObject({
    type: 'TypeError',
    message: 'failed',
    stack: expect.stringContaining('log.test'),
  })
  expect(line?.['err']).toMatchObject({ cause: { code: '23505', message: 'refused at postgres://[secret]@db.test' } })
  expect(JSON.stringify(line)).not.toContain('canary')
})

test('long, wide and deep fields are cut', async () => {
  const { log, text } = await open()
  const circle: Record<string, unknown> = { bytes: Buffer.alloc(100_000, 'x') }
  circle['self'] = circle

  log.info({ long: 'a'.repeat(100_000), wide: Array(10_000).fill('b'), circle }, 'c'.repeat(100_000))
  log.info({ err: new Error('d'.repeat(100_000)) }, 'failed')

  expect((await text()).length).toBeLessThan(10_000)
  expect(await text()).toContain('[100000 bytes]')
})

test('lines of the same moment are written together, soon and in their order', async () => {
  const { log, lines } = await open()
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const write = vi.spyOn(fs, 'write')

  for (let n = 1; n <= 3; n++) {
    log.info({ n }, 'line')
    await new Promise((resolve) => setImmediate(resolve))
  }
  // Of this file: other logs of the process write, too.
  const written = () => write.mock.calls.filter((call) => String(call[1]).includes('"msg":"line"')).length
  const early = written()
  vi.advanceTimersByTime(20)
  const calls = written()
  vi.useRealTimers()
  write.mockRestore()

  expect([early, calls]).toEqual([0, 1])
  expect((await lines()).map(({ n }) => n)).toEqual([1, 2, 3])
})

test('lines for people are one line each', async () => {
  const { log, text } = await open({ format: 'pretty' })

  log.info({ port: 3000 }, 'listening')

  expect(await text()).toMatch(/INFO.*listening.*"port":3000.*\n$/)
  expect((await text()).trim().split('\n')).toHaveLength(1)
})

test('nothing is lost when the process ends right after a line', () => {
  const program = `
    import { openLog } from '#platform/log/log.ts'
    const { log, flushNow } = openLog({ level: 'info', format: 'auto' })
    for (let n = 1; n <= 2000; n++) log.info({ n }, 'line')
    flushNow()
    process.exit(0)`
  const output = execFileSync(process.execPath, ['--conditions=source', '--input-type=module', '-e', program], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  })

  const lines = output.trim().split('\n')
  expect(lines).toHaveLength(2000)
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ n: 2000 })
})

test.each([
  ['whose reader went away', 10],
  ['that nobody reads', 20_000],
])('a log %s does not keep the process from ending', async (_what, count) => {
  const program = `
    import { openLog } from '#platform/log/log.ts'
    // Its first use makes writes to a full pipe fail instead of wait.
    process.stdout.on('error', () => {})
    const { log, flush, flushNow } = openLog({ level: 'info', format: 'json' })
    process.stdin.once('end', async () => {
      for (let n = 1; n <= ${count}; n++) log.info({ n }, 'line')
      await flush()
      log.info({}, 'last line')
      flushNow()
      process.exit(7)
    }).resume()`
  const child = spawn(process.execPath, ['--conditions=source', '--input-type=module', '-e', program], {
    cwd: import.meta.dirname,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  if (count === 10) child.stdout.destroy()
  child.stdin.end()

  expect(await once(child, 'exit')).toEqual([7, null])
})

test.runIf(existsSync('/dev/full')).each([
  ['after it was tried', true],
  ['while it is tried', false],
])('a log on a full disk fails nothing, and keeps what it could not write: %s', async (words, isTried) => {
  const { log, flush, flushNow } = openLog({ level: 'info', format: 'json', destination: '/dev/full' })

  log.info({}, words)
  const flushed = flush()
  if (isTried) await flushed
  flushNow()

  const write = vi.spyOn(fs, 'write')
  log.info({}, 'next')
  // Others of this process write as well.
  await expect.poll(() => write.mock.calls.map((call) => String(call[1])).join('')).toContain(words)
  write.mockRestore()
})

async function open(options: Partial<LogOptions> = {}) {
  const path = join(folder, `${++files}.log`)
  const { log, flush } = openLog({ level: 'debug', format: 'json', destination: path, ...options })
  const text = async () => {
    await flush()
    return readFileSync(path, 'utf8')
  }
  const lines = async () =>
    (await text())
      .trim()
      .split('\n')
      .map((line): Record<string, unknown> => JSON.parse(line))
  return { log, text, lines }
}
