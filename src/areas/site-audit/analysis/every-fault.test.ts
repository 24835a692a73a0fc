import { afterEach, expect, test } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { getSiteAuditRun } from '#areas/site-audit/operations/get-site-audit-run.ts'
import { listSiteAuditIssues } from '#areas/site-audit/operations/list-site-audit-issues.ts'
import { updateSiteAuditSettings } from '#areas/site-audit/operations/update-site-audit-settings.ts'
import { auditWith, labThatMeasures, realLab } from '#areas/site-audit/performance/test-lab.ts'
import { ruleCodes } from '#areas/site-audit/rules/rule-table.ts'
import { type AuditStage, auditStage, cleanPage, type Site } from '#areas/site-audit/visits/test-site.ts'
import type { Lab } from '#kernel/browser.ts'
import { listening } from '#test/listening.ts'

import { cleanTwin, drifting, plantedSite } from './test-planted-site.ts'

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const { close } of opened.splice(0)) await close()
})

type Options = {
  certificateDays?: number
  /** The score of the start, where 90 is wanted. */
  score?: number
  /** What a browser shows; by default each page as it was delivered. */
  rendering?: (on: AuditStage) => Promise<Pick<Lab, 'render'>>
}

/** Audits a website that shows articles, and says which rules fired where, as `rule path`. */
async function findingsOf(site: Site, { score = 95, rendering = asDelivered, ...options }: Options = {}) {
  const on = await auditStage(site, options)
  opened.push(on)
  await on.call(updateSiteAuditSettings, {
    performanceSample: 3,
    performanceBudgets: { device: 'mobile', score: 90 },
  })
  for (const [title, status] of [
    ['Drifting', 'published'],
    ['Unfinished', 'draft'],
    ['Absent', 'published'],
  ] as const) {
    const item = { collectionId: 'articles' as never, title, slug: title.toLowerCase() }
    await on.call(
      createItem,
      { ...item, status, content: title === 'Drifting' ? drifting : 'Short.' },
      { confirm: true },
    )
  }
  const lab = labThatMeasures({ '/': [{ score }] }, await rendering(on))
  const { runId, state } = await auditWith(lab.browser, on)
  expect(state).toBe('succeeded')
  return { on, runId, fired: await fired(on) }
}

const asDelivered = async ({ outbound }: AuditStage) => ({
  render: async (address: string) => (await outbound.fetch(address)).body.toString(),
})

async function fired(on: AuditStage): Promise<string[]> {
  const found: string[] = []
  for (let page = 1; ; page++) {
    const { items, hasMore } = await on.call(listSiteAuditIssues, { pageSize: 100, page, state: ['open', 'regressed'] })
    for (const { ruleCode, url } of items) found.push(`${ruleCode} ${url.slice(on.url.length)}`)
    if (!hasMore) return found.toSorted()
  }
}

const ruleOf = (found: string) => found.slice(0, found.indexOf(' '))

test('every fault is found where it is planted, and nothing on the clean twin', async () => {
  const elsewhere = await listening((_, response) => response.end('There'), { host: '127.0.0.2' })
  opened.push(elsewhere)
  const { site, expected } = plantedSite()
  const planted = await findingsOf(site, { score: 60, rendering: realLab })
  const clean = await findingsOf(cleanTwin(elsewhere.url), { certificateDays: 90 })
  const expiring = await findingsOf(cleanTwin(elsewhere.url), { certificateDays: 10 })

  const meant = [...expected, 'tls_expiring /']
  const found = [...planted.fired, ...expiring.fired]
  const rows = ruleCodes.map((rule) => {
    const of = (list: readonly string[]) => list.filter((one) => ruleOf(one) === rule)
    const hits = of(found).filter((one) => meant.includes(one)).length
    const all = of(found).length + of(clean.fired).length
    return { rule, planted: of(meant).length, recall: hits / of(meant).length, precision: hits / all }
  })
  // What each rule is worth is for people to read, too.
  // oxlint-disable-next-line no-console
  console.table(rows)
  expect(clean.fired).toEqual([])
  expect(planted.fired).toEqual(expected)
  expect(expiring.fired).toEqual(['tls_expiring /'])
  for (const row of rows) expect(row).toMatchObject({ recall: 1, precision: 1 })
  expect((await clean.on.call(getSiteAuditRun, { runId: clean.runId })).run).toMatchObject({
    state: 'succeeded',
    healthScore: 100,
    pages: { withErrors: 0 },
  })
}, 120_000)

test('what a run found adds up', async () => {
  const { on, runId } = await findingsOf({ '/': cleanPage(0, { path: '/', body: '<a href="/gone">To nothing</a>' }) })

  const { totalsByRule, run } = await on.call(getSiteAuditRun, { runId })

  expect(run.issues.error).toBeGreaterThan(0)
  expect(run.issues.error).toBe(
    totalsByRule.filter(({ severity }) => severity === 'error').reduce((sum, { count }) => sum + count, 0),
  )
})
