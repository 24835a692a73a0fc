import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { copyLive } from './live-copy.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'masthead-live-'))
  await mkdir(join(folder, 'database', 'base'), { recursive: true })
})
afterEach(() => rm(folder, { recursive: true }))

const inPlace = (name: string) => join(folder, 'database', 'base', name)
const inCopy = (name: string) => join(folder, 'copy', 'base', name)

async function write(name: string, text: string, at?: Date) {
  await writeFile(inPlace(name), text)
  if (at !== undefined) await utimes(inPlace(name), at, at)
}

test('others wait only until what changed meanwhile has been copied again', async () => {
  for (const name of ['kept', 'changed', 'removed']) await write(name, 'before', new Date(0))
  await mkdir(inPlace('gone'))

  await copyLive(join(folder, 'database'), join(folder, 'copy'), async (work) => {
    await write('changed', 'after!')
    await write('added', 'after')
    for (const name of ['removed', 'gone']) await rm(inPlace(name), { recursive: true })
    // A copy that is made now would show.
    await writeFile(inCopy('kept'), 'copied before')
    await work()
    await write('kept', 'written later')
  })

  expect((await readdir(join(folder, 'copy', 'base'))).toSorted()).toEqual(['added', 'changed', 'kept'])
  expect(await readFile(inCopy('kept'), 'utf8')).toBe('copied before')
  expect(await readFile(inCopy('changed'), 'utf8')).toBe('after!')
  expect(await readFile(inCopy('added'), 'utf8')).toBe('after')
})

test('what was written a moment ago is copied again although its time stays the same', async () => {
  await write('table', 'before')
  const { mtime } = await stat(inPlace('table'))
  await write('table', 'before', mtime)

  await copyLive(join(folder, 'database'), join(folder, 'copy'), async (work) => {
    await write('table', 'after!', mtime)
    await work()
  })

  expect(await readFile(inCopy('table'), 'utf8')).toBe('after!')
})
