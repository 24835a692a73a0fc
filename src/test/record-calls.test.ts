import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

const script = join(import.meta.dirname, '../../scripts/record-calls.ts')
const folder = mkdtempSync(join(tmpdir(), 'masthead-recordings-'))
afterAll(() => rmSync(folder, { recursive: true }))

const call = (n: number, body: string, status = 200) => ({
  n,
  request: `GET /v1/<org-1>/articles?page=${n}`,
  status,
  headers: { 'content-type': 'application/json' },
  body,
})

function recording(name: string, calls: object[]): string {
  const file = join(folder, name)
  writeFileSync(file, calls.map((one) => `${JSON.stringify(one)}\n`).join(''))
  return file
}

function compare(before: string, after: string) {
  const { status, stdout } = spawnSync(process.execPath, ['--conditions=source', script, '--compare', before, after], {
    encoding: 'utf8',
  })
  return { status, stdout }
}

test('recordings with the same answers are the same', () => {
  const [before, after] = [recording('a', [call(1, '{}')]), recording('b', [call(1, '{}')])]

  expect(compare(before, after)).toEqual({ status: 0, stdout: 'All answers are the same.\n' })
})

test('of an answer that differs the call is named and where it differs', () => {
  const before = recording('a', [call(1, '{"title":"Rope"}'), call(2, '{}')])
  const after = recording('b', [call(1, '{"title":"Ropes"}'), call(2, '{}', 404)])

  const { status, stdout } = compare(before, after)

  expect(status).toBe(1)
  expect(stdout).toContain(
    '#1 GET /v1/<org-1>/articles?page=1\n  body\n    - {"title":"Rope"}\n    + {"title":"Ropes"}\n',
  )
  expect(stdout).toContain('#2 GET /v1/<org-1>/articles?page=2\n  status\n    - 200\n    + 404\n')
  expect(stdout).toContain('2 differences.')
})

test('a call that is missing is a difference', () => {
  const [before, after] = [recording('a', [call(1, '{}'), call(2, '{}')]), recording('b', [call(1, '{}')])]

  const { status, stdout } = compare(before, after)

  expect(status).toBe(1)
  expect(stdout).toContain('There were 2 calls and are 1.')
})
