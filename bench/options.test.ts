import { expect, test } from 'vitest'

import { isWanted, readOptions } from './options.ts'

const read = (...args: string[]) => readOptions(args, ['jobs'], true).options

test('without arguments everything is measured, on both engines where there is a server', () => {
  expect(read()).toMatchObject({ engine: 'both', seconds: 4, warmup: 2, connections: 16, rounds: 3 })
  expect(readOptions([], [], false).options.engine).toBe('pglite')
  expect(read('--quick')).toMatchObject({ quick: true, seconds: 1, rounds: 1 })
})

test('a row is wanted by its group, or by a part of its name', () => {
  const options = read('--only', 'agent/edit,content')

  expect(isWanted(options, 'agent', 'agent edit published')).toBe(true)
  expect(isWanted(options, 'agent', 'agent read')).toBe(false)
  expect(isWanted(options, 'content', 'list cached')).toBe(true)
})

test.each([
  [['--only', 'contents'], 'There is no part "contents"'],
  [['--engine', 'mysql'], 'There is no engine "mysql"'],
  [['--rounds', '0'], '--rounds must be a number from 1'],
  [['--sizes', '10,many'], '--sizes must be numbers'],
  [['--fast'], "Unknown option '--fast'"],
])('the arguments %j are refused with the usage', (args, words) => {
  expect(() => read(...args)).toThrow(words)
  expect(() => read(...args)).toThrow('npm run bench -- [options]')
})
