import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { newPlace } from './new-place.ts'
import { runCommand } from './server-process.ts'

const root = join(import.meta.dirname, '../..')
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'masthead-bundle-'))
  cpSync(join(root, 'bin'), join(folder, 'bin'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  write('src/main/cli.ts', `console.log('the sources')`)
  write('src/kernel/part.ts', 'export const part: number = 1')
  write(`dist/program/${content()}/cli.js`, `console.log('the bundle')`)
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a start runs the bundle of exactly these sources, wherever they are and whenever they were written', () => {
  expect(start()).toBe('the bundle')

  write('src/kernel/part.test.ts', 'a test is no part of it')
  write('src/kernel/part.ts', 'export const part: number = 1')

  expect(start()).toBe('the bundle')
})

test('it runs the sources once one was added, removed or written, even with the size and time that it had', () => {
  expect(start()).toBe('the bundle')

  write('src/kernel/more.ts', '')
  expect(start()).toBe('the sources')
  rmSync(join(folder, 'src/kernel/more.ts'))
  expect(start()).toBe('the bundle')

  const file = join(folder, 'src/kernel/part.ts')
  const { atime, mtime } = statSync(file)
  writeFileSync(file, 'export const part: number = 2')
  utimesSync(file, atime, mtime)
  expect(start()).toBe('the sources')

  rmSync(file)
  expect(start()).toBe('the sources')
})

test('it runs the sources where packages may have changed, and the bundle where there are no sources', () => {
  write('package-lock.json', '{}')
  expect(start()).toBe('the sources')

  rmSync(join(folder, 'src'), { recursive: true })
  expect(start()).toBe('the bundle')
})

test('a bundle in which nothing can be written down runs too', () => {
  mkdirSync(join(folder, 'dist/program', content(), 'stamp'))

  expect(start()).toBe('the bundle')
})

test('the bundle of this program says that it runs', async () => {
  const { output } = await runCommand(['doctor', '--json'], { DATA_DIR: (await newPlace()).dataDir })

  expect(output).toContain('bundled into a few files')
})

function write(path: string, text: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), text)
}

function content(): string {
  return run([
    '--input-type=module',
    '-e',
    `import { contentOf, filesOf } from './bin/bundle.js'; console.log(contentOf(filesOf('${folder}'), '${folder}'))`,
  ])
}

function start(): string {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { masthead: string } }
  return run(scripts.masthead.split(' ').slice(1))
}

function run(args: string[]): string {
  return execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' }).trim()
}
