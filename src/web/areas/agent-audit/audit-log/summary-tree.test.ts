import { expect, test } from 'vitest'

import { repeatInput, summaryTree } from '#web/areas/agent-audit/audit-log/summary-tree.ts'
import { redacted } from '#web/parts/json-tree.tsx'

const summary = {
  title: 'How to',
  tagNames: { count: 2 },
  seo: { noindex: false, fields: ['metaTitle'] },
  fields: ['content'],
  unknownFields: ['colour'],
  truncated: true,
}

test('what is kept by name alone is shown as not kept', () => {
  expect(summaryTree(summary)).toEqual({
    title: 'How to',
    tagNames: { count: 2 },
    seo: { noindex: false, metaTitle: redacted },
    content: redacted,
    colour: redacted,
  })
})

test('a call to repeat has a placeholder for each value that is not kept', () => {
  expect(repeatInput({ ...summary, dryRun: true })).toEqual({
    input: {
      title: 'How to',
      tagNames: ['<2 tagNames>'],
      seo: { noindex: false, metaTitle: '<metaTitle>' },
      content: '<content>',
      colour: '<colour>',
    },
    dryRun: true,
  })
})
