import { expect, test } from 'vitest'

import { mergeBodies, settleClash } from './merge-bodies.ts'

const base = 'One.\n\nTwo.\n\n```js\na\n\nb\n```\n\nFour.'

test('what one changed and what the other added are both there', () => {
  const mine = base.replace('One.', 'One of mine.')
  const theirs = `${base.replace('Four.', 'Four of theirs.')}\n\nFive.`

  const { text, clashes } = mergeBodies({ base, mine, theirs })

  expect(clashes).toEqual([])
  expect(text).toBe('One of mine.\n\nTwo.\n\n```js\na\n\nb\n```\n\nFour of theirs.\n\nFive.')
})

test('a block that one removed and the other left is gone', () => {
  expect(mergeBodies({ base, mine: base, theirs: base.replace('Two.\n\n', '') }).text).not.toContain('Two.')
})

test('both wrote the same: there is nothing to decide', () => {
  const both = base.replace('Two.', 'Two, better.')

  expect(mergeBodies({ base, mine: both, theirs: both }).text).toBe(both)
})

test('a fenced block is one block: changes of its parts clash as a whole', () => {
  const [mine, theirs] = [base.replace('\na\n', '\nx\n'), base.replace('\nb\n', '\ny\n')]

  const { text, clashes } = mergeBodies({ base, mine, theirs })

  expect(text).toBeNull()
  expect(clashes).toEqual([{ mine: '```js\nx\n\nb\n```', theirs: '```js\na\n\ny\n```' }])
})

test('each clash is decided by itself, and the rest of both stays', () => {
  const mine = base.replace('One.', 'My one.').replace('Four.', 'My four.')
  const theirs = base.replace('One.', 'Their one.').replace('Two.', 'Their two.').replace('Four.', 'Their four.')
  expect(mergeBodies({ base, mine, theirs }).clashes).toHaveLength(2)

  const first = settleClash({ base, mine, theirs }, 0, 'theirs')
  expect(mergeBodies({ ...first, theirs }).clashes).toEqual([{ mine: 'My four.', theirs: 'Their four.' }])
  const second = settleClash({ ...first, theirs }, 0, 'mine')

  expect(mergeBodies({ ...second, theirs }).text).toBe(theirs.replace('Their four.', 'My four.'))
})

test('blocks next to each other are decided one by one where nobody added or removed any', () => {
  const bodies = { base: 'One.\n\nTwo.', mine: 'One. Mine.\n\nTwo.', theirs: 'One. Theirs.\n\nTwo. Theirs.' }

  expect(mergeBodies(bodies).clashes).toEqual([{ mine: 'One. Mine.', theirs: 'One. Theirs.' }])
  const settled = settleClash(bodies, 0, 'mine')
  expect(mergeBodies({ ...settled, theirs: bodies.theirs }).text).toBe('One. Mine.\n\nTwo. Theirs.')
})
