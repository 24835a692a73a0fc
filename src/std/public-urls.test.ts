import { expect, test } from 'vitest'

import { isPublicHttps } from './public-urls.ts'

test.each([
  'https://example.com',
  'https://www.example.com:8443/blog',
  'https://xn--bcher-kva.example',
  'https://8.8.8.8/',
  'https://[2606:4700::1]/',
  'https://localhost.example.com',
])('%s is a public address', (url) => {
  expect(isPublicHttps(url)).toBe(true)
})

test.each([
  'http://example.com',
  'ftp://example.com',
  'not a url',
  'https://name:word@example.com',
  'https://localhost',
  'https://LOCALHOST.',
  'https://cms.localhost',
  'https://printer.local',
  'https://api.internal',
  'https://127.1',
  'https://2130706433',
  'https://0x7f000001',
  'https://0177.0.0.1',
  'https://10.1.2.3',
  'https://172.31.0.1',
  'https://192.168.0.1',
  'https://169.254.169.254',
  'https://100.64.0.1',
  'https://0.0.0.0',
  'https://[::1]',
  'https://[::]',
  'https://[::ffff:127.0.0.1]',
  'https://[fd00::1]',
  'https://[fe80::1]',
  'https://[64:ff9b::7f00:1]',
  'https://[2002:7f00:1::]',
])('%s is not', (url) => {
  expect(isPublicHttps(url)).toBe(false)
})
