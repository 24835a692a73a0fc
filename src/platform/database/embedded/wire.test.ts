import { expect, test } from 'vitest'

import { messageCutter } from './wire.ts'

/** A startup message (length and body), then messages with a type byte. */
const startup = Buffer.from([0, 0, 0, 9, 0, 3, 0, 0, 0])
const query = Buffer.from([0x51, 0, 0, 0, 6, 0x3b, 0])
const sync = Buffer.from([0x53, 0, 0, 0, 4])
const all = Buffer.concat([startup, query, sync, sync, query])

test.for([1, 2, 3, 5, 7, 11, 100])('messages are whole again when they arrive in pieces of %d bytes', (size) => {
  const cut = messageCutter()
  const messages: Buffer[] = []

  for (let at = 0; at < all.length; at += size)
    messages.push(...cut(all.subarray(at, at + size)).map((each) => Buffer.from(each)))

  expect(messages).toEqual([startup, query, sync, sync, query])
})

test('a message of 3 MB in small pieces costs one copy', () => {
  const cut = messageCutter()
  cut(startup)
  const big = Buffer.alloc(3_000_000 + 1, 0x78)
  big[0] = 0x51
  big.writeUInt32BE(3_000_000, 1)

  const messages: Uint8Array[] = []
  for (let at = 0; at < big.length; at += 1000) messages.push(...cut(big.subarray(at, at + 1000)))

  expect(messages.map((each) => each.length)).toEqual([3_000_001])
})
