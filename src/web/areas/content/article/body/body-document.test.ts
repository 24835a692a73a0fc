import fc from 'fast-check'
import type { Node } from 'prosemirror-model'
import { expect, test } from 'vitest'

import { openBody } from './body-document.ts'
import { schema } from './schema.ts'

/** The document with the text of its n-th block replaced. */
function edited(doc: Node, n: number, text: string): Node {
  const blocks = doc.content.content.map((block, at) =>
    at === n ? block.type.create(block.attrs, schema.text(text)) : block,
  )
  return schema.node('doc', null, blocks)
}
const kinds = (source: string) => openBody(source).doc.content.content.map(({ type }) => type.name)

const everything = `Intro  with   odd spaces
and a line break.

Setext heading
--------------

* star *one*
* star __two__

1) first
2) second

| a | b |
|---|:-:|
| 1 | 2 |


~~~js title="x"
const a = 1
~~~

<div class="box">raw</div>

Text[^1] with <kbd>Ctrl</kbd> and [ref].

[ref]: https://example.com "Title"

[^1]: The note.

- [x] done
- [ ] open

***
`

test('what is opened and not edited is the same byte for byte', () => {
  const body = openBody(everything)
  expect(body.markdownOf(body.doc)).toBe(everything)
})

test('an edit changes its own block alone', () => {
  const body = openBody(everything)
  const next = body.markdownOf(edited(body.doc, 1, 'Another heading'))
  expect(next).toBe(everything.replace('Setext heading\n--------------', '## Another heading'))
})

test('what has no rich form stays as source that can be seen', () => {
  expect(kinds(everything)).toEqual([
    'paragraph',
    'heading',
    'bulletList',
    'orderedList',
    'table',
    'codeBlock',
    'raw',
    'paragraph',
    'raw',
    'raw',
    'bulletList',
    'rule',
  ])
  const inline = openBody('Press <kbd>Ctrl</kbd>[^1] now\n\n[^1]: Note').doc.firstChild
  const names = inline?.content.content.map(({ type }) => type.name)
  expect(names).toEqual(['text', 'rawInline', 'text', 'rawInline', 'rawInline', 'text'])
})

test('a block is removed, moved and added without touching the others', () => {
  const body = openBody('# One\n\n\nTwo *two*\n\n* three\n')
  const [one, two, three] = body.doc.content.content as [Node, Node, Node]
  const of = (...blocks: Node[]) => body.markdownOf(schema.node('doc', null, blocks))
  expect(of(one, three)).toBe('# One\n\n* three\n')
  expect(of(three, two)).toBe('* three\n\nTwo *two*\n')
  expect(of(one, two, schema.node('paragraph', null, schema.text('New *')), three)).toBe(
    '# One\n\n\nTwo *two*\n\nNew \\*\n\n* three\n',
  )
})

test('a heading that follows a definition without a gap begins after it', () => {
  const source = '[x]: /u\nword [x]: /u\n---\n'
  expect(openBody(source).markdownOf(openBody(source).doc)).toBe(source)
})

test('an empty body is an empty paragraph, and stays empty', () => {
  for (const source of ['', '\n', '  \n\n']) expect(openBody(source).markdownOf(openBody(source).doc)).toBe(source)
})

const syntax =
  'word |*|**|_|`|~~|[|](/a)|![|<b>|</b>|<!--|-->|\\|&amp;|\u00a0|\n|\n\n|# |- |1. |> |```|    |\t|---\n|[^1]|[x]: /u\n|- [ ] |https://e.org|\n| a \u2502 b \u2502\n\u2502-\u2502-\u2502\n'
const pieces = fc.constantFrom(...syntax.split('|').map((piece) => piece.replaceAll('\u2502', '|')))

test('whatever a body says, opening it changes nothing, and its rich blocks are read again as they are', () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
      const source = parts.join('')
      const body = openBody(source)
      expect(body.markdownOf(body.doc)).toBe(source)
      // Every block written again, as if all of them had been edited.
      const written = openBody('')
        .markdownOf(body.doc)
        .replace(/^\n+|\n+$/g, '')
      if (!kinds(source).includes('raw')) expect(openBody(written).doc.eq(body.doc)).toBe(true)
    }),
    { numRuns: 1000, seed: 1 },
  )
})
