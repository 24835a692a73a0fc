import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { silentLog } from '#kernel/log.ts'

import { dailySnapshots } from './daily-snapshots.ts'
import { copyDirectory, listSnapshots, takeSnapshot } from './snapshot.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'masthead-snapshot-'))
  await mkdir(join(folder, 'database', 'base'), { recursive: true })
  await writeFile(join(folder, 'database', 'base', '1'), 'rows')
})
afterEach(() => rm(folder, { recursive: true }))

const take = (day: number, label = 'before-0002') =>
  takeSnapshot({
    copy: (to) => copyDirectory(join(folder, 'database'), to),
    snapshots: join(folder, 'snapshots'),
    label,
    now: new Date(Date.UTC(2030, 0, day)),
  })

test('a snapshot is a copy of the whole directory', async () => {
  const path = await take(1)
  await writeFile(join(folder, 'database', 'base', '1'), 'changed')

  expect(path).toBe(join(folder, 'snapshots', '2030-01-01T00-00-00-000Z-before-0002'))
  expect(await readFile(join(path, 'base', '1'), 'utf8')).toBe('rows')
})

test('the last seven are kept, unfinished ones are not, and files of others are left alone', async () => {
  await mkdir(join(folder, 'snapshots', '2029-12-31T00-00-00-000Z-before-0001.unfinished'), { recursive: true })
  await mkdir(join(folder, 'snapshots', 'mine'))
  for (let day = 1; day <= 9; day++) await take(day)

  const names = await readdir(join(folder, 'snapshots'))

  expect(names.toSorted()).toEqual(
    [3, 4, 5, 6, 7, 8, 9].map((day) => `2030-01-0${day}T00-00-00-000Z-before-0002`).concat('mine'),
  )
})

// database.md#snapshots-every-day
test('besides the last seven, the newest from before a migration is kept', async () => {
  await take(1, 'before-0002')
  await take(2, 'before-0003')
  for (let day = 3; day <= 12; day++) await take(day, 'daily')

  const names = (await listSnapshots(join(folder, 'snapshots'), new Date('2030-02-01'))).map(({ name }) => name)

  expect(names).toEqual([
    '2030-01-02T00-00-00-000Z-before-0003',
    ...['06', '07', '08', '09', '10', '11', '12'].map((day) => `2030-01-${day}T00-00-00-000Z-daily`),
  ])
})

test('snapshots of a clock that was set back are the oldest, and keep no new one from being taken', async () => {
  const snapshots = join(folder, 'snapshots')
  for (let day = 10; day <= 16; day++) await take(day, 'daily')
  const now = new Date(Date.UTC(2030, 0, 3))
  const { look, stop } = dailySnapshots({
    directory: join(folder, 'database'),
    snapshots,
    copy: (to) => copyDirectory(join(folder, 'database'), to),
    log: silentLog,
    now: () => now,
  })

  expect(await look()).toBe('taken')
  expect(await look()).toBe('fresh')
  await stop()

  const names = (await listSnapshots(snapshots, now)).map(({ name }) => name.slice(0, 10))
  expect(names).toEqual([
    '2030-01-11',
    '2030-01-12',
    '2030-01-13',
    '2030-01-14',
    '2030-01-15',
    '2030-01-16',
    '2030-01-03',
  ])
})
