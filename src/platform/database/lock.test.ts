import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { lockDirectory, readLock } from './lock.ts'
import type { DirectoryLock, LockInfo } from './lock.ts'
import { startChild } from './test-child.ts'

let dataDir: string
const held: DirectoryLock[] = []

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'masthead-lock-'))
})
afterEach(async () => {
  for (const lock of held.splice(0)) await lock.release()
  await rm(dataDir, { recursive: true, force: true })
})

async function take(onLost: () => void = () => {}, refreshEvery = 20) {
  const lock = await lockDirectory({ dataDir, onLost, refreshEvery })
  held.push(lock)
  return lock
}

/** Writes the lock of a holder that differs from this process, refreshed some ms ago. */
async function plant(change: Partial<LockInfo>, age = 0) {
  await rm(join(dataDir, 'lock'), { force: true })
  const own = await take()
  await own.release()
  held.length = 0
  await writeFile(join(dataDir, 'lock'), `${JSON.stringify({ ...own.info, token: 'other', ...change })}\n`)
  const at = new Date(Date.now() - age)
  await utimes(join(dataDir, 'lock'), at, at)
}

const holder = `
  import { lockDirectory } from './lock.ts'
  await lockDirectory({ dataDir: process.env['LOCK_DIR'], onLost: () => {} })
  console.log('held')
  setInterval(() => {}, 1000)`

const startHolder = () => startChild(holder.replace("process.env['LOCK_DIR']", JSON.stringify(dataDir)))

test('a directory that another process holds is refused with its pid, until that one is killed', async () => {
  const child = startHolder()
  expect(await child.line()).toBe('held')

  await expect(take()).rejects.toThrow(`server is running (pid ${child.pid})`)
  await child.kill('SIGKILL')
  const lock = await take()

  expect(await readLock(dataDir)).toEqual(lock.info)
})

test('this process cannot take it twice, and can again after the release', async () => {
  const first = await take()

  await expect(take()).rejects.toMatchObject({ code: 'unavailable', details: { pid: process.pid } })
  await first.release()
  held.length = 0
  await take()

  expect(await readdir(dataDir)).toEqual(['lock'])
})

test('a living pid with another start time is another process', async () => {
  await plant({ processStart: '1' })

  const lock = await take()

  expect(await readLock(dataDir)).toEqual(lock.info)
})

test.runIf(process.platform === 'linux')(
  'a holder that was killed and that its parent has not noticed is gone',
  async () => {
    // The second program takes the place of the shell, and asks for no child.
    const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [line] = (await once(parent.stdout, 'data')) as [Buffer]
    const pid = Number(String(line))
    const fields = async () => (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /, '').split(' ')
    const [processStart = ''] = (await fields()).slice(19)
    try {
      await plant({ pid, processStart })
      await expect(take()).rejects.toThrow(`server is running (pid ${pid})`)

      process.kill(pid, 'SIGKILL')
      await expect.poll(async () => (await fields())[0]).toBe('Z')
      const lock = await take()

      expect(await readLock(dataDir)).toEqual(lock.info)
    } finally {
      parent.kill('SIGKILL')
    }
  },
)

test.for([{ hostname: 'elsewhere' }, { bootId: 'another boot' }, { pidNamespace: 'pid:[1]' }])(
  'a holder with %o is only replaced when it has not refreshed for 15 s',
  async (change) => {
    await plant({ pid: 999_999, ...change }, 10_000)
    await expect(take()).rejects.toMatchObject({ code: 'unavailable', retryAfter: 5 })

    await plant({ pid: 999_999, ...change }, 16_000)
    const lock = await take()

    expect(await readLock(dataDir)).toEqual(lock.info)
  },
)

test('the holder refreshes, and hears when the lock is no longer its own', async () => {
  const lost = Promise.withResolvers<void>()
  const lock = await take(lost.resolve)
  const old = new Date(Date.now() - 60_000)
  await utimes(join(dataDir, 'lock'), old, old)
  await expect.poll(async () => (await stat(join(dataDir, 'lock'))).mtimeMs).toBeGreaterThan(Date.now() - 30_000)

  await writeFile(join(dataDir, 'lock'), `${JSON.stringify({ ...lock.info, token: 'other' })}\n`)
  await lost.promise
  await lock.release()

  expect(await readFile(join(dataDir, 'lock'), 'utf8')).toContain('"other"')
})

test('of many that find the same dead holder exactly one takes over', async () => {
  await plant({ pid: 999_999 })

  const results = await Promise.allSettled(Array.from({ length: 12 }, () => take()))

  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a lock file that cannot be read is named', async () => {
  await mkdir(join(dataDir, 'lock'))

  await expect(take()).rejects.toThrow(/^The lock file .+lock cannot be read \(EISDIR\)\. /)
})
