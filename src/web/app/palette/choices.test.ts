import { expect, test } from 'vitest'

import { choicesFor, type Choice } from '#web/app/palette/choices.ts'

const choices: Choice[] = [
  { id: 'settings', group: 'Go to', label: 'Organization', words: 'Settings publishing policy', run() {} },
  { id: 'approvals', group: 'Go to', label: 'Approvals', words: 'Run waiting', run() {} },
  { id: 'policy', group: 'Go to', label: 'Publishing', run() {} },
]

test('a choice is found by all words of the text, in its label or in the words for it', () => {
  expect(idsFor('settings policy')).toEqual(['settings'])
  expect(idsFor('APPR')).toEqual(['approvals'])
  expect(idsFor('nothing has this')).toEqual([])
})

test('what begins with the text is first, and no text finds everything', () => {
  expect(idsFor('publishing')).toEqual(['policy', 'settings'])
  expect(idsFor(' ')).toEqual(['settings', 'approvals', 'policy'])
})

test('what is recent is not offered twice', () => {
  const recent = choices.map((choice): Choice => ({ ...choice, group: 'Recent' }))

  expect(choicesFor([...recent, ...choices], 'appr').map(({ group }) => group)).toEqual(['Recent'])
})

function idsFor(text: string): string[] {
  return choicesFor(choices, text).map(({ id }) => id)
}
