import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { makeLogAhead, segmentsAfter } from './log-ahead.ts'

// Three segments take a second on an idle machine.
vi.setConfig({ testTimeout: 120_000 })

let folder: string
let wal: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'masthead-log-'))
  wal = join(folder, 'pg_wal')
  await mkdir(wal)
})
afterEach(() => rm(folder, { recursive: true }))

const name = (number: number) => `00000001000000000000000${number}`

test('the number of a segment goes on at 256', () => {
  expect(segmentsAfter('/x/pg_wal/0000000100000002000000FE')).toEqual([
    '/x/pg_wal/0000000100000002000000FF',
    '/x/pg_wal/000000010000000300000000',
    '/x/pg_wal/000000010000000300000001',
  ])
})

test('once the engine has made a segment the next three are made, and one that it has is left as it is', async () => {
  await writeFile(join(wal, name(4)), 'its own')
  const log = makeLogAhead()

  log.opened(join(wal, name(1)))
  log.renamed(name(1), join(wal, name(6)))
  expect(await readdir(wal)).toEqual([name(4)])
  log.renamed('xlogtemp.42', join(wal, name(2)))

  await expect.poll(() => readdir(wal)).toEqual([name(3), name(4), name(5)])
  expect((await readFile(join(wal, name(3)))).equals(Buffer.alloc(16 * 1024 * 1024))).toBe(true)
  expect((await stat(join(wal, name(5)))).mode & 0o777).toBe(0o600)
  expect(await readFile(join(wal, name(4)), 'utf8')).toBe('its own')
})

test('when the engine begins one of them, those behind it are made', async () => {
  const log = makeLogAhead()
  log.renamed('xlogtemp.42', join(wal, name(1)))
  await expect.poll(() => readdir(wal)).toEqual([name(2), name(3), name(4)])

  await expect
    .poll(() => {
      log.opened(join(wal, name(3)))
      return readdir(wal)
    })
    .toEqual([2, 3, 4, 5, 6].map(name))
})
