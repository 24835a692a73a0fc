import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** The rows of a table: number, promise, and what shows it. */
function rowsOf(document: string) {
  const lines = readFileSync(join(root, 'docs', document), 'utf8').split('\n')
  return lines.flatMap((line) => {
    const [, number, promise, shown] = /^\| (\d+) \| (.+?) \| (.+) \|$/.exec(line) ?? []
    return number === undefined ? [] : [{ number: Number(number), promise, shown: shown ?? '' }]
  })
}

const documents = [
  ['promises.md', 44],
  ['screens.md', 21],
] as const

test.each(documents)('%s has a row for each of its %i promises, in order', (document, count) => {
  expect(rowsOf(document).map(({ number }) => number)).toEqual(Array.from({ length: count }, (_, at) => at + 1))
})

test.each(documents)(
  'in %s every test that is named exists under its title; a promise without one says why',
  (document) => {
    const faults = rowsOf(document).flatMap(({ number, shown }) => {
      if (shown.startsWith('none')) return shown.length > 40 ? [] : [`${number} has no reason`]
      return shown.split('<br>').flatMap((each) => {
        const [, file = '', title = ''] = /^\[[^\]]+\]\(\.\.\/([^)]+)\): (.+)$/.exec(each) ?? []
        if (file === '' || !existsSync(join(root, file))) return [`${number}: no file in ${each}`]
        return hasTest(readFileSync(join(root, file), 'utf8'), title)
          ? []
          : [`${number}: no test "${title}" in ${file}`]
      })
    })

    expect(faults).toEqual([])
  },
)

/** Whether a test has exactly this title, as it is written in quotes. */
function hasTest(text: string, title: string): boolean {
  return ["'", '"', '`'].some((quote) => text.includes(`${quote}${title.replaceAll(quote, `\\${quote}`)}${quote}`))
}
