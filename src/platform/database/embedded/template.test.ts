import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import type { Log } from '#kernel/log.ts'
import { silentLog } from '#kernel/log.ts'

import { openEmbedded } from './open-embedded.ts'
import { packTemplate, templateFile, type Templates, unpackTemplate } from './template.ts'

let root: string
let templates: Templates

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'masthead-template-'))
  templates = { folder: join(root, 'templates'), migrations: join(root, 'migrations') }
  await mkdir(templates.migrations)
  await writeFile(
    join(templates.migrations, '0001_seed.sql'),
    'create table seed (n int); insert into seed values (7);',
  )
})
afterEach(() => rm(root, { recursive: true, force: true }))

/** A folder like a database's: nested, with an empty file and an empty folder. */
async function tree(): Promise<string> {
  const folder = join(root, 'tree')
  await mkdir(join(folder, 'base/1'), { recursive: true })
  await mkdir(join(folder, 'pg_empty'))
  await writeFile(join(folder, 'PG_VERSION'), '17\n')
  await writeFile(join(folder, 'base/1/112'), '')
  await writeFile(join(folder, 'base/1/113'), Buffer.alloc(300_000, 'page'))
  return folder
}

test('what is unpacked is what was packed', async () => {
  const folder = await tree()
  await packTemplate(folder, await templateFile(templates))

  const copy = join(root, 'copy')
  expect(await unpackTemplate(copy, templates)).toBe(true)

  const names = async (path: string) => (await readdir(path, { recursive: true })).toSorted()
  expect(await names(copy)).toEqual(await names(folder))
  for (const name of ['PG_VERSION', 'base/1/112', 'base/1/113'])
    expect((await readFile(join(copy, name))).equals(await readFile(join(folder, name))), name).toBe(true)
  expect((await stat(copy)).mode & 0o777).toBe(0o700)
})

test('a template of other migrations is not used, and the next one takes its place', async () => {
  const folder = await tree()
  await packTemplate(folder, await templateFile(templates))
  await writeFile(join(templates.migrations, '0002_more.sql'), 'select 1;')

  expect(await unpackTemplate(join(root, 'copy'), templates)).toBe(false)

  await packTemplate(folder, await templateFile(templates))
  expect(await readdir(templates.folder)).toHaveLength(1)
  expect(await unpackTemplate(join(root, 'copy'), templates)).toBe(true)
})

test('a new database is made from the template; a damaged one costs a warning', { timeout: 60_000 }, async () => {
  const file = await templateFile(templates)
  await mkdir(templates.folder)
  await writeFile(file, 'not a template')
  const warnings: string[] = []
  const log: Log = { ...silentLog, warn: (_fields, message) => void warnings.push(message) }
  const open = (name: string) =>
    openEmbedded({
      dataDir: join(root, name),
      migrations: templates.migrations,
      templates: templates.folder,
      fsync: false,
      statements: 'named',
      log,
      onFatal: (error) => {
        throw error
      },
    })

  const first = await open('first')
  await first.close()
  expect(warnings).toEqual([expect.stringContaining('template')])
  await packTemplate(first.directory, file)
  // The migration would not run a second time.
  const second = await open('second')
  const { rows } = await second.pool.use((connection) => connection.query('select n from seed'))
  await second.close()

  expect(rows).toEqual([{ n: 7 }])
  expect(warnings).toHaveLength(1)

  const packed = await readFile(file)
  packed[packed.length - 6] = 255 - (packed[packed.length - 6] ?? 0)
  await writeFile(file, packed)
  await expect(unpackTemplate(join(root, 'third'), templates)).rejects.toThrow()
})
