import { expect, test } from 'vitest'

import { findHunks, wordPieces } from './find-hunks.ts'

const keyed = (texts: readonly string[]) => texts.map((key) => ({ key, value: key }))
const hunks = (now: string, before: string, proposed: string) =>
  findHunks([...now], { before: [...before], proposed: keyed([...proposed]) }).map(({ from, to, blocks }) => ({
    from,
    to,
    blocks,
  }))

test('a block is replaced, another is added and a third goes, each by itself', () => {
  expect(hunks('abcd', 'abcd', 'aXcYd')).toEqual([
    { from: 1, to: 2, blocks: ['X'] },
    { from: 3, to: 3, blocks: ['Y'] },
  ])
  expect(hunks('abc', 'abc', 'ac')).toEqual([{ from: 1, to: 2, blocks: [] }])
  expect(hunks('', '', 'a')).toEqual([{ from: 0, to: 0, blocks: ['a'] }])
  expect(hunks('abc', 'abc', 'abc')).toEqual([])
})

test('what somebody changed since is left alone, and what they added is no suggestion to remove it', () => {
  expect(hunks('aZcd', 'abcd', 'aXcY')).toEqual([{ from: 3, to: 4, blocks: ['Y'] }])
  expect(hunks('aNbc', 'abc', 'abX')).toEqual([{ from: 3, to: 4, blocks: ['X'] }])
})

test('what was accepted is no suggestion any more', () => {
  expect(hunks('aXcd', 'abcd', 'aXcY')).toEqual([{ from: 3, to: 4, blocks: ['Y'] }])
})

test('a text becomes another one word by word', () => {
  const pieces = wordPieces('That can be slow.', 'That can be quite fast.')

  expect(pieces).toEqual([
    { kind: 'same', text: 'That can be ' },
    { kind: 'gone', text: 'slow' },
    { kind: 'new', text: 'quite fast' },
    { kind: 'same', text: '.' },
  ])
})
