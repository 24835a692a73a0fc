import { EditorState, TextSelection } from 'prosemirror-state'
import { expect, test } from 'vitest'

import {
  type BlockKind,
  deleteBlock,
  duplicateBlock,
  kindOf,
  moveBlock,
  moveItem,
  turnBlock,
} from '#web/areas/content/article/body/block-commands.ts'
import { openBody } from '#web/areas/content/article/body/body-document.ts'

/** The Markdown of a body after a command; the same text where the command does nothing. */
function after(source: string, command: ReturnType<typeof deleteBlock>): string {
  const body = openBody(source)
  let state = EditorState.create({ doc: body.doc })
  command(state, (tr) => (state = state.apply(tr)))
  state.doc.check()
  return body.markdownOf(state.doc)
}

test.each<[BlockKind, string, string]>([
  ['heading2', 'One *word*.', '## One *word*.'],
  ['paragraph', '## One', 'One'],
  ['bulletList', 'One', '- One'],
  ['orderedList', '- One\n- Two', '1. One\n2. Two'],
  ['blockquote', '- One\n- Two', '> - One\n> - Two'],
  ['paragraph', '- One\n  - Two\n- Three', 'One\n\nTwo\n\nThree'],
  ['paragraph', '> One\n>\n> Two', 'One\n\nTwo'],
  ['codeBlock', '- One `two`\n- ![Three](/media/x)', '```\nOne two\n![Three](/media/x)\n```'],
  ['paragraph', '```js\na()\nb()\n```', 'a()\\\nb()'],
  ['bulletList', '> One\n>\n> - Two\n>\n> ```\n> three()\n> ```', '- One\n- Two\n- three()'],
])('a block is turned into %s: %j', (kind, before, expected) => {
  expect(after(before, turnBlock(0, kind))).toBe(expected)
})

test('what has no text of its own is not turned into another kind', () => {
  const { doc } = openBody('***\n\n| a |\n| - |\n| b |\n\n<div>x</div>')

  expect(doc.children.map(kindOf)).toEqual([undefined, undefined, undefined])
  expect(after('***', turnBlock(0, 'heading2'))).toBe('***')
})

test('a block is moved, repeated and deleted, and the others keep their source', () => {
  const source = '# One\n\n* two\n\nThree __bold__\n'

  expect(after(source, moveBlock(2, -1))).toBe('# One\n\nThree __bold__\n\n* two\n')
  expect(after(source, moveBlock(0, 1))).toBe('* two\n\n# One\n\nThree __bold__\n')
  expect(after(source, duplicateBlock(2))).toBe('# One\n\n* two\n\nThree __bold__\n\nThree __bold__\n')
  expect(after(source, deleteBlock(1))).toBe('# One\n\nThree __bold__\n')
  expect(after('One', deleteBlock(0))).toBe('')
})

test('an item of a list is moved with what is nested in it, within its list', () => {
  const source = '- One\n  - Two\n  - Three\n- Four'
  const { doc } = openBody(source)
  const [list] = doc.children
  const four = 1 + (list?.firstChild?.nodeSize ?? 0)
  const three =
    2 + (list?.firstChild?.firstChild?.nodeSize ?? 0) + 1 + (list?.firstChild?.child(1).firstChild?.nodeSize ?? 0)

  expect(after(source, moveItem(1, 1))).toBe('- Four\n- One\n  - Two\n  - Three')
  expect(after(source, moveItem(four, -1))).toBe('- Four\n- One\n  - Two\n  - Three')
  expect(after(source, moveItem(three, -1))).toBe('- One\n  - Three\n  - Two\n- Four')
  for (const [at, step] of [
    [1, -1],
    [four, 1],
    [three, 1],
    [0, 1],
    [999, 1],
  ] as const)
    expect(after(source, moveItem(at, step))).toBe(source)
})

test('the first block does not move up, nor the last down', () => {
  expect(after('One\n\nTwo', moveBlock(0, -1))).toBe('One\n\nTwo')
  expect(after('One\n\nTwo', moveBlock(1, 1))).toBe('One\n\nTwo')
})

test('what is selected in a block goes along with it', () => {
  const { doc } = openBody('One\n\nTwo')
  let state = EditorState.create({ doc, selection: TextSelection.create(doc, 6, 8) })

  moveBlock(1, -1)(state, (tr) => (state = state.apply(tr)))

  expect([state.selection.from, state.selection.to]).toEqual([1, 3])
})
