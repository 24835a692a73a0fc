import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const program = `
  const { once } = await import('#std/late.ts')
  const loadsStripper = process.moduleLoadList.includes('NativeModule internal/deps/amaro/dist/index')
  console.log(JSON.stringify([once(() => 7)(), loadsStripper]))`

test('a start reads the sources as an earlier one has stripped them, without loading what strips them', () => {
  run()

  expect(run()).toEqual([7, false])
})

function run(): unknown {
  const flags = ['--import', './bin/keep-stripped.js', '--conditions=source', '--input-type=module', '-e', program]
  return JSON.parse(execFileSync(process.execPath, flags, { cwd: root, encoding: 'utf8' }))
}
