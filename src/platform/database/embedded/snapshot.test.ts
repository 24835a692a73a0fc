import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { copyDirectory, takeSnapshot } from './snapshot.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'masthead-snapshot-'))
  await mkdir(join(folder, 'database', 'base'), { recursive: true })
  await writeFile(join(folder, 'database', 'base', '1'), 'rows')
})
afterEach(() => rm(folder, { recursive: true }))

const take = (day: number) =>
  takeSnapshot({
    copy: (to) => copyDirectory(join(folder, 'database'), to),
    snapshots: join(folder, 'snapshots'),
    label: 'before-0002',
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
