import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** The rows of the table: number, promise, and what shows it. */
const rows = readFileSync(join(root, 'docs/promises.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, number, promise, shown] = /^\| (\d+) \| (.+?) \| (.+) \|$/.exec(line) ?? []
    return number === undefined ? [] : [{ number: Number(number), promise, shown: shown ?? '' }]
  })

test('there is a row for each of the 44 promises, in order', () => {
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 44 }, (_, at) => at + 1))
})

test('every test that is named exists under its title; a promise without one says why', () => {
  const faults = rows.flatMap(({ number, shown }) => {
    if (shown.startsWith('none')) return shown.length > 40 ? [] : [`${number} has no reason`]
    return shown.split('<br>').flatMap((each) => {
      const [, file = '', title = ''] = /^\[[^\]]+\]\(\.\.\/([^)]+)\): (.+)$/.exec(each) ?? []
      if (file === '' || !existsSync(join(root, file))) return [`${number}: no file in ${each}`]
      return hasTest(readFileSync(join(root, file), 'utf8'), title) ? [] : [`${number}: no test "${title}" in ${file}`]
    })
  })

  expect(faults).toEqual([])
})

/** Whether a test has exactly this title, as it is written in quotes. */
function hasTest(text: string, title: string): boolean {
  return ["'", '"', '`'].some((quote) => text.includes(`${quote}${title.replaceAll(quote, `\\${quote}`)}${quote}`))
}
