import { expect, test } from 'vitest'

import { sourcesIn } from './sources-in.ts'

test('a line is an address and, after it, a title', () => {
  expect(sourcesIn('https://a.example/x\n\n  http://b.example   Ten  tools compared \n', 'retrieved')).toEqual({
    sources: [
      { url: 'https://a.example/x', kind: 'retrieved' },
      { url: 'http://b.example', kind: 'retrieved', title: 'Ten tools compared' },
    ],
    problem: null,
  })
})

test.each(['a.example', 'Ten tools https://a.example', 'ftp://a.example', 'https://'])('%j is refused', (line) => {
  expect(sourcesIn(`https://ok.example\n${line}`, 'cited').problem).toContain(line.split(' ')[0])
})
