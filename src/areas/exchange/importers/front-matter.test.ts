import { expect, test } from 'vitest'

import { parseDate } from './front-matter-fields.ts'
import { readFrontMatter } from './front-matter.ts'

test('YAML and TOML front matter are read and parted from the body', () => {
  expect(readFrontMatter('---\ntitle: A\ntags: [x, y]\n---\n\nBody\n')).toEqual({
    kind: 'read',
    fields: { title: 'A', tags: ['x', 'y'] },
    body: '\nBody\n',
  })
  expect(readFrontMatter('+++\ntitle = "A"\n[extra]\nn = 1\n+++\nBody')).toMatchObject({
    kind: 'read',
    fields: { title: 'A', extra: { n: 1 } },
    body: 'Body',
  })
  expect(readFrontMatter('---\n---\nBody')).toEqual({ kind: 'read', fields: {}, body: 'Body' })
})

test('a file that opens with a thematic break has no front matter', () => {
  for (const text of ['---\nJust a line\n---\nmore', '---\n\nText without an end', 'No fence', '----\na: b\n----']) {
    expect(readFrontMatter(text)).toEqual({ kind: 'none', body: text })
  }
})

test('front matter that cannot be read is named with its line', () => {
  expect(readFrontMatter('---\ntitle: A\ntags: [x\n---\nBody')).toMatchObject({
    kind: 'broken',
    line: expect.any(Number),
  })
  expect(readFrontMatter('+++\ntitle = "A"\nno value\n+++\nBody')).toMatchObject({ kind: 'broken', line: 3 })
  expect(readFrontMatter('---\ntitle: A\n\nBody')).toMatchObject({
    kind: 'broken',
    reason: expect.stringContaining('never closed'),
  })
  expect(readFrontMatter('---\ntitle: A\ntitle: B\n---\n')).toMatchObject({ kind: 'broken', line: 3 })
  expect(readFrontMatter('---\n- a\n- b\n---\n')).toMatchObject({ kind: 'broken' })
})

test.each([
  ['---\ntags: [x\n---\n', 'a bracket before it is still open'],
  ['---\ntitle: A\ntitle: B\n---\n', 'the name is given twice'],
  ['---\ntitle: one: two\n---\n', 'a value that has ": " in it is in quotes'],
  ['---\na:\n\tb: 1\n---\n', 'use blanks'],
  ['---\na: *b\n---\n', 'an alias (*name) needs an anchor'],
  ['+++\nno value\n+++\n', 'a line of TOML is a key, "=" and a value'],
  ['+++\ntitle = A\n+++\n', 'a text is in quotes'],
])('what is wrong with %j is said in our words', (text, words) => {
  expect(readFrontMatter(text)).toMatchObject({ kind: 'broken', reason: expect.stringContaining(words) })
})

test('front matter nested deeper than 64 levels is refused in every notation', () => {
  const flow = `---\na: ${'['.repeat(10_000)}\n---\n`
  const block = `---\n${Array.from({ length: 70 }, (_, depth) => `${' '.repeat(depth)}k:`).join('\n')} 1\n---\n`
  const toml = `+++\n[${Array.from({ length: 70 }, () => 'k').join('.')}]\nv = 1\n+++\n`
  for (const text of [flow, block, toml, `---\n${'- '.repeat(5000)}\n---\n`]) {
    expect(readFrontMatter(text)).toMatchObject({ kind: 'broken' })
  }
})

test('aliases that multiply are refused and tags of other languages stay data', () => {
  const levels = Array.from({ length: 9 }, (_, i) => `l${i + 1}: &l${i + 1} [${Array(9).fill(`*l${i}`).join(', ')}]`)

  expect(readFrontMatter(`---\nl0: &l0 [x]\n${levels.join('\n')}\n---\n`)).toMatchObject({ kind: 'broken' })
  expect(readFrontMatter('---\n__proto__: { isAdmin: true }\ntitle: A\n---\n')).toMatchObject({ kind: 'read' })
  expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined()
})

test('dates are read as people write them, in UTC where they name no zone', () => {
  const written = {
    '2016-05-05': '2016-05-05T00:00:00.000Z',
    '2016-5-5': '2016-05-05T00:00:00.000Z',
    '2016/05/05': '2016-05-05T00:00:00.000Z',
    '2016-05-05 10:30': '2016-05-05T10:30:00.000Z',
    '2016-05-05T10:30:15+02:00': '2016-05-05T08:30:15.000Z',
    '2016-05-05 10:30:15 +0200': '2016-05-05T08:30:15.000Z',
    '2016-05-05 10:30:15 UTC': '2016-05-05T10:30:15.000Z',
  }
  for (const [text, iso] of Object.entries(written)) expect(parseDate(text)?.toISOString()).toBe(iso)
  for (const text of ['2016-02-30', '0000-00-00 00:00:00', '1969-12-31', 'May 5', '12016-05-05', 20160505]) {
    expect(parseDate(text)).toBeNull()
  }
})
