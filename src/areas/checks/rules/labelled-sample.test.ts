import { expect, test } from 'vitest'

import { missed, right, wrong } from './test-labels.ts'
import { findingsOfSample } from './test-sample.ts'

const unlabelled: ReadonlySet<string> = new Set(['h1_missing', 'seo_title_defaulted'])

test('labelled findings: errors and warnings are at least 85 % right, and few faults are missed', async () => {
  const found = (await findingsOfSample()).filter((finding) => !unlabelled.has(finding.split(' ')[1] ?? ''))
  const figures = (severities: readonly string[]) => {
    const isOf = (finding: string) => severities.some((severity) => finding.endsWith(severity))
    const [good, bad] = [right, wrong].map((labels) => found.filter((finding) => isOf(finding) && labels.has(finding)))
    const lost = [...right, ...missed].filter((finding) => isOf(finding) && !found.includes(finding))
    const [hits, alarms] = [good?.length ?? 0, bad?.length ?? 0]
    return { labelled: hits + alarms, precision: hits / (hits + alarms), recall: hits / (hits + lost.length) }
  }

  const grave = figures(['error', 'warning'])
  for (const [name, { labelled, precision, recall }] of Object.entries({ grave, notices: figures(['notice']) }))
    process.stdout.write(
      `warnings, ${name}: ${labelled} labelled; precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}\n`,
    )

  expect(right.size + wrong.size).toBeGreaterThanOrEqual(200)
  expect(found.filter((finding) => !right.has(finding) && !wrong.has(finding))).toEqual([])
  expect(grave.precision).toBeGreaterThanOrEqual(0.85)
  expect(grave.recall).toBeGreaterThanOrEqual(0.95)
})
