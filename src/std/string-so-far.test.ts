import { expect, test } from 'vitest'

import { stringSoFar } from './string-so-far.ts'

const form = {
  title: 'A "content": title',
  list: [{ content: 'inner' }],
  content: 'One\n"two" \\ \u00e9 😀',
  reason: 'x',
}

test('a text is read as far as it has come, and never half of a character', () => {
  const json = JSON.stringify(form).replace('é', '\\u00e9').replace('😀', '\\ud83d\\ude00')
  const states = Array.from(json, (_, at) => stringSoFar(json.slice(0, at + 1), 'content'))

  expect(states.at(-1)).toBe(form.content)
  for (const state of states) expect(form.content.startsWith(state), state).toBe(true)
  expect(new Set(states)).toHaveLength(form.content.length)
})

test('what is no object, or has no such text, is empty', () => {
  for (const text of [
    '',
    'Here you are: ',
    '[1]',
    '{"content": 1',
    '{"other": "content"',
    '{"content": {"content": "x"',
  ]) {
    expect(stringSoFar(text, 'content'), text).toBe('')
  }
  expect(stringSoFar('```json\n{ "content" : "a', 'content')).toBe('a')
})
