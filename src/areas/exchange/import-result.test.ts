import { expect, test } from 'vitest'

import { importResult } from '#areas/exchange/import-result.ts'
import { countNote, newSummary } from '#areas/exchange/importers/import-summary.ts'

test('of many changes the first kinds are named, and all are counted', () => {
  const summary = newSummary(false)
  for (let n = 0; n < 230; n++)
    countNote(summary, { code: 'slug_changed', message: `The slug Post-${n} was taken`, sourceLabel: `Post-${n}.md` })

  const { notes, notesTotal } = importResult(summary, {})

  expect([notes.length, notesTotal]).toEqual([50, 230])
})
