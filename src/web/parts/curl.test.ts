import { execFileSync } from 'node:child_process'

import { expect, test } from 'vitest'

import { curlOf } from '#web/parts/curl.ts'

test('the shell reads every argument as it was meant', () => {
  const input = { search: `it's "a" $HOME \`x\` \\ ü` }
  const command = curlOf({ origin: 'http://127.0.0.1:1', name: 'listManagerItems', input, idempotencyKey: 'k-1' })

  const told = execFileSync('sh', ['-c', command.replace(/^curl/, `printf '%s\\0'`)], { encoding: 'utf8' }).split('\0')

  expect(told).toEqual([
    '-X',
    'POST',
    'http://127.0.0.1:1/v2/tools/listManagerItems',
    '-H',
    'X-API-Key: <YOUR_KEY>',
    '-H',
    'Idempotency-Key: k-1',
    '-H',
    'Content-Type: application/json',
    '-d',
    JSON.stringify({ input }),
    '',
  ])
})
