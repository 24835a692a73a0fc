import type { Root } from 'hast'
import rehypeRaw from 'rehype-raw'
import rehypeStringify from 'rehype-stringify'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { describe, expect, test } from 'vitest'

import { markdownTree } from '#std/markdown-tree.ts'

import { isSettled } from './settled-tree.ts'

const treeOf = (markdown: string) =>
  unified().use(remarkRehype, { allowDangerousHtml: true }).runSync(markdownTree(markdown))
const htmlOf = (tree: Root) => unified().use(rehypeStringify).stringify(tree)

describe('Markdown that a parser leaves as it is', () => {
  test.each([
    '# Title\n\nOne *two **three** four* [five](https://a.example "six") `seven`  \neight',
    '- a\n- b\n\n  1. c\n  2. d\n\n> e\n>\n> - f\n\n---\n\n![g](https://a.example/1.png)',
    '```js\nlet a\n\nlet b\n```\n\n    code',
    '~~gone~~ &amp; < > https://a.example',
  ])('%j', (markdown) => {
    const tree = treeOf(markdown)

    expect(isSettled(tree)).toBe(true)
    expect(htmlOf(unified().use(rehypeRaw).runSync(tree))).toBe(htmlOf(tree))
  })
})

test.each([
  'One <b>two</b>',
  '<div>\n\none\n\n</div>',
  '```\n\nan empty line at the beginning\n```',
  '| a |\n|---|\n| b |',
  '- [x] done',
  'One[^1]\n\n[^1]: A note.',
])('%j is parsed again', (markdown) => {
  expect(isSettled(treeOf(markdown))).toBe(false)
})
