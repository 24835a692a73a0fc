import { expect, test } from 'vitest'

import { resultWith, rowWith } from '../result/sample-rows.ts'
import { reportOf } from './report.ts'

const row = rowWith({ round: 'median', goal: 'P-3: <= 50x', met: false, ratioCpu: 60 })

test('the page names its commit, shows missed goals as missed, and rows without a figure with their reason', () => {
  const failed = rowWith({ round: 'median', id: 'single cached', totalCpuMs: null, note: 'not all were hits' })

  const { page, charts } = reportOf([resultWith([rowWith({}), row, failed])])

  expect(page).toContain('Commit `abc123`, 2026-01-02')
  expect(page).toContain(
    '| P-3: <= 50x | list uncached, postgres | 2.00 CPU ms, 60.0x CPU, 0.500x req/s, 1.00 messages | **missed** |',
  )
  expect(page).toContain('| single cached, postgres | no figure: not all were hits |')
  expect(page).not.toContain('not quiet')
  expect(charts['performance-content.svg']).toContain('list uncached, postgres')
})

test('a missed goal has the profile of its row next to it', () => {
  const shares = [
    { of: 'pg', part: 0.4, mostly: ['parseRow', 'query'] },
    { of: 'garbage collection', part: 0.125, mostly: [] },
  ]
  const profiles = [{ id: row.id, group: row.group, engine: row.engine, shares }]

  const { page } = reportOf([resultWith([row], { profiles })])

  expect(page).toContain('**P-3**, list uncached, postgres')
  expect(page).toContain('40 % pg (`parseRow`, `query`); 13 % garbage collection.')
})

test('a page says so when the machine had other work, and when the run was a quick one', () => {
  const { options } = resultWith([])
  const quick = resultWith([{ ...row, load1Before: 9 }], { options: { ...options, quick: true } })

  const { page } = reportOf([quick])

  expect(page).toContain('load average up to 9.00 on 2 cores')
  expect(page).toContain('count for nothing')
})

test('a page says how fast its machine is, by the bare server', () => {
  const bare = rowWith({ round: 'median', id: 'single cached', target: 'baseline', goal: null, totalCpuMs: 0.036 })

  const { page } = reportOf([resultWith([row, bare])])

  expect(page).toContain('0.036 CPU ms for an article here')
  expect(page).toContain('2.00 times as hard')
})

test('results of different commits do not make one page', () => {
  expect(() => reportOf([resultWith([row]), resultWith([row], { commit: 'def456' })])).toThrow('different commits')
})
