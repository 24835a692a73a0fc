import { TextSelection } from 'prosemirror-state'
import { expect, test } from 'vitest'

import { openBody } from '#web/areas/content/article/body/body-document.ts'

import { passageIn, selectedPassage } from './passage-places.ts'

const { doc } = openBody('One **two** three.\n\n- Four\n- Five two\n')
const around = { before: '', after: '' }
const textAt = (place: { from: number; to: number } | undefined) => place && doc.textBetween(place.from, place.to, '|')

test('a passage is found over marks and blocks, and what is selected there is that passage', () => {
  expect(textAt(passageIn(doc, { quote: 'two three', ...around }))).toBe('two three')
  expect(textAt(passageIn(doc, { quote: 'three. Four', ...around }))).toBe('three.|Four')

  const place = passageIn(doc, { quote: 'two', before: 'Five', after: '' }) ?? { from: 0, to: 0 }
  const selection = TextSelection.create(doc, place.from, place.to)
  const passage = selectedPassage({ doc, selection })

  expect(passage).toMatchObject({ quote: 'two', before: expect.stringMatching(/Five $/), after: '' })
  expect(passage && passageIn(doc, passage)).toEqual(place)
})

test('a picture behind the last word is not part of a passage', () => {
  const pictured = openBody('One![A boat](/boat.png)two').doc

  expect(passageIn(pictured, { quote: 'One', ...around })).toEqual({ from: 1, to: 4 })
})

test('without selected words there is no passage, and words that are gone are nowhere', () => {
  expect(selectedPassage({ doc, selection: TextSelection.create(doc, 2) })).toBeNull()
  expect(passageIn(doc, { quote: 'six', ...around })).toBeUndefined()
})

test('a long selection is quoted by its beginning, never with half of a character', () => {
  const long = openBody(`${'😀'.repeat(60)}x${'😀'.repeat(600)}${'words '.repeat(200)}`).doc
  const passage = selectedPassage({ doc: long, selection: TextSelection.create(long, 122, long.content.size - 1) })

  expect([...(passage?.quote ?? '')]).toHaveLength(1000)
  expect([passage?.quote, passage?.before, passage?.after].map((text) => text?.isWellFormed())).toEqual([
    true,
    true,
    true,
  ])
})
