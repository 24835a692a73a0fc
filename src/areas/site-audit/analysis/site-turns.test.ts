import { expect, test } from 'vitest'

import { packedSignature, signing } from '#areas/checks/index.ts'
import { auditSite } from '#areas/site-audit/runs/audit-settings.ts'
import { newPlan } from '#areas/site-audit/runs/plan-run.ts'
import { foundBy } from '#areas/site-audit/visits/found-by.ts'
import { openFrontier } from '#areas/site-audit/visits/frontier.ts'
import { openSite } from '#areas/site-audit/visits/test-site.ts'
import { atOnce } from '#std/parts.ts'

import { measuringDepths } from './depths.ts'
import { findingDuplicates } from './duplicates.ts'
import type { SiteNode } from './site-nodes.ts'

const words = Array.from({ length: 60 }, (_, n) => `word${n}`).join(' ')
const signature = packedSignature(atOnce(signing(words)))

/** A page that says nearly the same as all others, and links to the next `links`. */
const nodeOf = (at: number, links = 0): SiteNode => ({
  at,
  id: `${at}`,
  url: `https://a.example/${at}`,
  seq: at,
  isListed: true,
  by: foundBy.link,
  status: 200,
  error: null,
  location: null,
  isBlocked: false,
  blockedRule: null,
  blockedLine: null,
  isHtml: true,
  truncated: false,
  indexable: true,
  canonical: null,
  wordCount: 60,
  contentHash: `${at}`,
  itemId: null,
  facts: {
    title: 'The same',
    description: `${at}`,
    namesCanonical: false,
    noindex: false,
    alternates: [],
    series: [],
    hasIcon: true,
  },
  findings: [],
  targets: Array.from({ length: links }, (_, n) => at + n + 1),
  inlinks: 1,
  linkedFrom: [],
  depth: null,
  inSitemap: false,
})
const nodesOf = (count: number, links = 0) => Array.from({ length: count }, (_, at) => nodeOf(at, links))

// turns.md#long-work-breathes
test('others have a turn while pages are compared, the more the more pages there are', () => {
  const parts = (count: number) => {
    const nodes = nodesOf(count)
    const signatures = new Map(nodes.flatMap(({ at }) => (signature === null ? [] : [[at, signature] as const])))
    return [...findingDuplicates(nodes, signatures)].length
  }

  const [short, double] = [parts(300), parts(600)]

  expect(short).toBeGreaterThan(300)
  expect(double).toBeGreaterThanOrEqual(2 * short - 3)
})

test('others have a turn while links are counted from the start', () => {
  const list = nodesOf(200, 2000)
  const nodes = { list, byUrl: new Map(list.map((node) => [node.url, node])) }

  const turns = [...measuringDepths(nodes, 'https://a.example/0')].length

  expect(turns).toBeGreaterThan(5)
  expect(list.slice(0, 3).map(({ depth }) => depth)).toEqual([0, 1, 1])
})

test('others have a turn while a run takes what a page with many links names', async () => {
  const on = await openSite({})
  const site = await on.rows(({ db }) => auditSite(db))
  const plan = newPlan(
    { ...site, startUrl: 'https://a.example/', hosts: new Set(['a.example']) },
    { baseUrl: '', urls: [] },
  )
  const frontier = await on.rows(({ db }) => openFrontier(db, { id: 'none', plan: { ...plan, maxPages: 10_000 } }))
  const found = Array.from({ length: 20_000 }, (_, n) => ({
    url: `https://a.example/${n}`,
    by: foundBy.link,
    depth: 1,
    isListed: true,
  }))

  const first = frontier.taking(found)
  let turns = 0
  let taken = first.next()
  for (; taken.done !== true; taken = first.next()) turns++

  expect(turns).toBe(40)
  expect(taken.value.added).toHaveLength(20_000)
  const again = atOnce(frontier.taking(found.map((one) => ({ ...one, by: foundBy.sitemap }))))
  expect([again.added.length, again.changed.length]).toEqual([0, 20_000])
})
