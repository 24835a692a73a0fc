import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'masthead-checkout-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('the command of a checkout that was never built says how to build it', () => {
  cpSync(join(import.meta.dirname, '../../bin'), join(folder, 'bin'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')

  const { status, stderr } = spawnSync(process.execPath, ['bin/masthead.js', 'start'], {
    cwd: folder,
    encoding: 'utf8',
  })

  expect([status, stderr]).toEqual([
    1,
    'Masthead is not built here. Run npm run build first, or npm start, which needs no build.\n',
  ])
})
