import { expect, test } from 'vitest'

import { catalog } from '#catalog/catalog.ts'
import { procedures } from '#catalog/procedures.ts'
import { sentenceOf } from '#catalog/run/sentence.ts'
import { type AnyOperation, isChange } from '#kernel/operation.ts'
import { deedOf, kinds } from '#web/areas/agent-audit/deeds.ts'

const operations: AnyOperation[] = Object.values(catalog).flat()
const writing = [...operations.filter(isChange), ...procedures]
const object = { type: 'item', id: 'itm_1', title: 'Tides: “at (changed) noon”' }

const outcomes = ['succeeded', 'waiting', 'rejected', 'replayed'] as const

test.each(writing.map(({ name, title }) => [name, title] as const))('%s has words for every outcome', (name, title) => {
  for (const status of outcomes) {
    const code = status === 'rejected' ? 'version_conflict' : null
    const told = { operation: name, status, code, occurrences: 1, deed: { doing: title, with: ['status draft'] } }
    const [named, unnamed] = [object, undefined].map((about) => {
      const sentence = sentenceOf({ ...told, object: about })
      return deedOf({ sentence, object: about })
    })

    for (const words of [named, unnamed]) expect(words).toMatch(/^[a-z][A-Za-z,' ]+$/)
    // What is asked or refused is not told as if it were done.
    const start = { succeeded: /^(?!asks|could|repeated)/, waiting: /^asks to [a-z]/, rejected: /^could not [a-z]/ }
    expect(named).toMatch({ ...start, replayed: /^repeated the call to [a-z]/ }[status])
    expect(named).not.toContain(name)
  }
})

test('no words are kept for a change that nothing makes', () => {
  const made = new Set(writing.map(({ title }) => title.charAt(0).toLowerCase() + title.slice(1)))

  expect(Object.keys(kinds).filter((kind) => !made.has(kind))).toEqual([])
})

test('an article is told by its title, not as an item', () => {
  const ofItems = writing.filter(({ title }) => title.endsWith(' an item'))
  const deeds = ofItems.map(({ name, title }) => {
    const told = { operation: name, status: 'succeeded', code: null, occurrences: 1, deed: { doing: title } }
    return deedOf({ sentence: sentenceOf({ ...told, object }), object })
  })

  expect(ofItems.length).toBeGreaterThan(5)
  expect(deeds.filter((deed) => deed.includes('item'))).toEqual([])
})
