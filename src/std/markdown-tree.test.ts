import fc from 'fast-check'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { expect, test } from 'vitest'

import { markdownTree } from './markdown-tree.ts'

/** What tables, addresses and their neighbours are made of, and references to their signs. */
const pieces = [
  'a',
  'word ',
  'www.',
  'http://x.example',
  'm@a.example',
  '@',
  '&commat;',
  '&#124;',
  '|',
  '| ',
  '\\|',
  ':',
  '-',
  ':-',
  '-:',
  ' - ',
].concat([
  '\n',
  '\n\n',
  '> ',
  '- ',
  '# ',
  '    ',
  '\t',
  '`',
  '```\n',
  '~~',
  '*',
  '[x](y)',
  '[^1]',
  '[^1]: ',
  '<b>',
  '<!--',
  '-->',
])

test('a text is read as with every extension, whichever of them it does not need', () => {
  const whole = (markdown: string) =>
    fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })

  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 30 }), (parts) => {
      const markdown = parts.join('')
      expect(markdownTree(markdown)).toEqual(whole(markdown))
    }),
    { numRuns: 3000 },
  )
})

test.each([
  ['a single column that is named by a colon', 'a\n:-', 'table'],
  ['a single column that ends in a colon', 'a\n-:', 'table'],
  ['columns without bars at their ends', 'a | b\n--- | ---', 'table'],
  ['a heading below which is a line', 'a\n-', 'heading'],
])('%s', (_, markdown, type) => {
  expect(markdownTree(markdown).children.map((node) => node.type)).toEqual([type])
})
