import { expect, test } from 'vitest'

import { seriesPairs, titlePairs, unseenPairs } from './test-title-pairs.ts'
import { competition, isSeries, titleSignalOf } from './title-signal.ts'

const competes = (one: string, other: string) => competition(titleSignalOf(one), titleSignalOf(other)) > 0

type Pairs = typeof titlePairs

/** Precision and recall of the title signal, and what it got wrong. */
function measured(pairs: Pairs) {
  const told = pairs.map(([one, other, label]) => ({ one, other, label, found: competes(one, other) }))
  const count = (label: boolean, found: boolean) =>
    told.filter((pair) => pair.label === label && pair.found === found).length
  const [hits, misses, alarms] = [count(true, true), count(true, false), count(false, true)]
  const wrong = told.flatMap(({ one, other, label, found }) =>
    label === found ? [] : [`${label ? 'missed' : 'false alarm'}: ${one} | ${other}`],
  )
  return { same: hits + misses, precision: hits / (hits + alarms), recall: hits / (hits + misses), wrong }
}

test('labelled titles: precision of at least 0.95 and recall of at least 0.80', () => {
  const all = [...titlePairs, ...unseenPairs]
  for (const [name, pairs] of Object.entries({ first: titlePairs, unseen: unseenPairs, all })) {
    const { same, precision, recall } = measured(pairs)
    process.stdout.write(
      `titles, ${name}: ${pairs.length} pairs, ${same} of one intent; precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}\n`,
    )
  }
  const { precision, recall, wrong } = measured(all)

  expect(precision, wrong.join('\n')).toBeGreaterThanOrEqual(0.95)
  expect(recall, wrong.join('\n')).toBeGreaterThanOrEqual(0.8)
})

test('labelled series: none competes, nearly all are known as one, and no pair of one intent is taken for one', () => {
  const known = seriesPairs.filter(([one, other]) => isSeries(titleSignalOf(one), titleSignalOf(other)))
  const missed = seriesPairs.filter((pair) => !known.includes(pair)).map((pair) => pair.join(' | '))
  const all = [...titlePairs, ...unseenPairs]
  const wrong = all.filter(([one, other, label]) => label && isSeries(titleSignalOf(one), titleSignalOf(other)))
  process.stdout.write(
    `series: ${known.length} of ${seriesPairs.length} known; ${wrong.length} of ${all.length} other pairs taken for one\n`,
  )

  expect(all.length + seriesPairs.length).toBeGreaterThanOrEqual(120)
  expect(seriesPairs.filter(([one, other]) => competes(one, other))).toEqual([])
  expect(wrong).toEqual([])
  expect(known.length / seriesPairs.length, missed.join('\n')).toBeGreaterThanOrEqual(0.9)
})

test.each([
  ['Announcing Acme 1.70.0', 'Announcing Acme 1.71.0'],
  ['Announcing Acme 1.0', 'Announcing Acme 1.0 beta'],
  ['Announcing Acme', 'Announcing Acme 1.2'],
  ['This Week in Acme 12', 'This Week in Acme 13'],
  ['Team update, March', 'Team update, March 2024'],
  ['May Update of the Team', 'March Update of the Team'],
  ['State of Acme Survey', 'State of Acme Survey 2023'],
  ['Engineering Roadmap 2023', 'Engineering Roadmap 2024'],
  ['Five Years of Acme', '6 Years of Acme'],
  ['Writing a Parser, Part II', 'Writing a Parser, Part III'],
  ['Security Advisory CVE-2022-1111', 'Security Advisory CVE-2022-2222'],
  ['How Acme Works #1', 'How Acme Works #2'],
  ['Five Questions for the Support Team: Ada Byron', 'Five Questions for the Support Team: Grace Hopper'],
  ['A Conversation with Ada Byron', 'A Conversation with Grace Hopper'],
])('"%s" and "%s" are editions of a series', (one, other) => {
  expect(competes(one, other)).toBe(false)
  expect(isSeries(titleSignalOf(one), titleSignalOf(other))).toBe(true)
})

test.each([
  ['Best CRM Software 2023', 'Best CRM Software 2024'],
  ['7 Ways to Save on Hosting', '10 Ways to Save on Hosting'],
  ['Cloud Costs Under Control', 'Cloud Costs Under Control in 2024'],
  ['What You May Not Know About DNS Caching', 'What You Need to Know About DNS Caching'],
  ['SEO Checklist: 25 Steps', 'SEO Checklist: 40 Steps'],
])('"%s" and "%s" compete: the number is renewed or counts', (one, other) => {
  expect(competes(one, other)).toBe(true)
})

test.each([
  ['Getting Started with Kafka', 'Getting Started with Redis'],
  ['Interview with Ada Byron', 'Lunch with Ada Byron'],
  ['Interview with a developer', 'Interview with two developers'],
])('"%s" and "%s" are no series of names', (one, other) => {
  expect(isSeries(titleSignalOf(one), titleSignalOf(other))).toBe(false)
})

test('a hostile title is read in no time', () => {
  const titles = ['1.'.repeat(5000), ' for '.repeat(2000), '#'.repeat(9000), 'may 1 '.repeat(2000), '((('.repeat(3000)]

  for (const title of titles) expect(competition(titleSignalOf(title), titleSignalOf(title))).toBeLessThanOrEqual(1)
})
