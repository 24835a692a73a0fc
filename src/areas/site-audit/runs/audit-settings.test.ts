import { onTestFinished, test, expect } from 'vitest'

import { openOutbound } from '#platform/http/safe-fetch.ts'

import { isOwn } from './audit-settings.ts'

// site-audit.md#closed-ports-are-others
test.each([
  ['https://a.example/x', [], true],
  ['http://www.a.example/', [], true],
  ['https://a.example:8443/', [], false],
  ['http://a.example:8080/', [], false],
  ['https://a.example:8443/', ['10.0.0.0/8'], true],
  ['https://b.example/', [], false],
] as const)('%s with the opened networks %j is own: %s', (url, opened, own) => {
  const { check, close } = openOutbound({ opened })
  onTestFinished(close)

  expect(isOwn(new Set(['a.example']), url, check)).toBe(own)
})
