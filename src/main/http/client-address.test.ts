import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'

import { expect, test } from 'vitest'

import { clientAddresses } from './client-address.ts'

const proxies = ['10.0.0.0/8', '192.0.2.1', '2001:db8::/32']

test.each<[string, readonly string[], string, string | undefined, string]>([
  ['without a proxy the header is not believed', [], '198.51.100.9', '203.0.113.5', '198.51.100.9'],
  ['a stranger cannot name another address', proxies, '198.51.100.9', '203.0.113.5', '198.51.100.9'],
  ['a trusted proxy names the client', proxies, '10.1.2.3', '203.0.113.5', '203.0.113.5'],
  ['what the client wrote itself does not count', proxies, '10.1.2.3', '8.8.8.8, 203.0.113.5', '203.0.113.5'],
  [
    'several trusted proxies are skipped',
    proxies,
    '10.1.2.3',
    '8.8.8.8, 203.0.113.5, 192.0.2.1, 10.9.9.9',
    '203.0.113.5',
  ],
  ['when all are trusted the first one counts', proxies, '10.1.2.3', '10.0.0.7, 10.0.0.8', '10.0.0.7'],
  ['a proxy without header is the client', proxies, '10.1.2.3', undefined, '10.1.2.3'],
  ['nonsense ends the chain', proxies, '10.1.2.3', '203.0.113.5, unknown', '10.1.2.3'],
  ['nonsense on the left is not reached', proxies, '10.1.2.3', '<script>, 203.0.113.5', '203.0.113.5'],
  ['ports are dropped', proxies, '10.1.2.3', '203.0.113.5:8443', '203.0.113.5'],
  ['IPv6 is read with and without brackets', proxies, '2001:db8::7', '[2001:DB9::1]:443', '2001:db9::1'],
  ['an IPv4 peer of an IPv6 socket is recognised', proxies, '::ffff:10.1.2.3', '::ffff:203.0.113.5', '203.0.113.5'],
])('%s', (_case, trusted, peer, forwarded, expected) => {
  expect(clientAddresses(trusted)(request(peer, forwarded))).toBe(expected)
})

function request(peer: string, forwarded: string | undefined): IncomingMessage {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: peer })
  const message = new IncomingMessage(socket)
  if (forwarded !== undefined) message.headers['x-forwarded-for'] = forwarded
  return message
}
