import { afterEach, expect, test, vi } from 'vitest'

import { captureScreenshots } from '#areas/content/jobs/capture-screenshots.ts'
import { getJob } from '#areas/jobs/operations/get-job.ts'
import { publishItem } from '#areas/publishing/operations/publish-item.ts'
import { type Browser, noLab } from '#kernel/browser.ts'
import { Refusal } from '#kernel/errors.ts'
import type { AnyJob, JobCtx, JobWrites } from '#kernel/job.ts'
import { silentLog } from '#kernel/log.ts'
import { openBrowser } from '#platform/browser/open-browser.ts'
import { noParts, testParts } from '#test/chromium.ts'
import { stage } from '#test/stage.ts'
import { webStage } from '#test/web-stage.ts'

import { captureComparisonScreenshots } from './capture-comparison-screenshots.ts'
import { createItem } from './create-item.ts'
import { deleteItem } from './delete-item.ts'
import { getItem } from './get-item.ts'
import { updateItem } from './update-item.ts'

type Stage = Awaited<ReturnType<typeof stage>>

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function rival() {
  const { base, fetch, close } = await webStage(({ pathname }) =>
    pathname === '/gone'
      ? undefined
      : { headers: { 'content-type': 'text/html' }, body: '<h1 style="color:red">Rival</h1>' },
  )
  closing.push(close)
  return { url: base, browser: openBrowser({ fetch, parts: await testParts(), log: silentLog }) }
}

const newComparison = async (on: Stage, url: string) =>
  (
    await on.call(createItem, {
      collectionId: 'articles' as never,
      title: 'Rivals compared',
      content: `## First rival\n\nTheir [page](${url}/).\n\n## Second rival\n\n[Gone](${url}/gone).\n\n## Our view\n\nNo link.`,
    })
  ).item.id

test('a picture of each linked page stands below its heading; what cannot be shown is failed', async () => {
  const on = await stage()
  const { url, browser } = await rival()
  const id = await newComparison(on, url)
  await on.call(publishItem, { id }, { confirm: true })

  const { jobId } = await on.call(captureComparisonScreenshots, { itemId: id }, { confirm: true, browser })
  await on.work({ browser })

  const job = await on.call(getJob, { jobId })
  expect(job, JSON.stringify(job)).toMatchObject({ state: 'partial', error: null })
  const { item } = await on.call(getItem, { id, bodyFormat: 'html' })
  expect(item.comparisonScreenshots).toMatchObject([
    { sectionHeading: 'First rival', sectionSlug: 'first-rival', sourceUrl: `${url}/`, status: 'captured' },
    { sectionHeading: 'Second rival', sourceUrl: `${url}/gone`, status: 'failed' },
  ])
  const [first] = item.comparisonScreenshots
  expect(first?.screenshotUrl).toMatch(/^https:\/\/masthead\.test\/media\/org_/)
  expect(item.contentHtml).toContain(`<h2>First rival</h2><img src="${first?.screenshotUrl}" alt="First rival"`)
  expect(item.contentHtml).not.toContain('alt="Second rival"')
})

test('a section without a page, an item without any, and an installation without a browser are refused', async () => {
  const on = await stage()
  const id = await newComparison(on, 'https://rival.example')
  const capture = (input: object, options: object = {}) =>
    on.call(captureComparisonScreenshots, { itemId: id, ...input }, { confirm: true, ...options })

  await expect(capture({ headings: ['First rival', 'Our view'] })).rejects.toMatchObject({
    code: 'validation_failed',
    details: [{ path: '/input/headings/1' }],
  })
  const { item } = await on.call(createItem, { collectionId: 'articles' as never, title: 'Plain' })
  await expect(capture({ itemId: item.id })).rejects.toMatchObject({ code: 'validation_failed' })
  const none = openBrowser({ fetch: () => Promise.reject(new Error('unused')), parts: noParts, log: silentLog })
  await expect(capture({}, { browser: none })).rejects.toMatchObject({ code: 'browser_not_available' })
})

/** A browser that can open no page. */
const shutOut: Browser = {
  isAvailable: async () => true,
  capture: () => Promise.reject(new Refusal('upstream_failed', 'The page answers 403.')),
  lab: noLab,
}

const shotOf = (heading: string) => ({
  sectionHeading: heading,
  competitorName: heading,
  sourceUrl: 'https://rival.example/',
  screenshotUrl: 'https://rival.example/picture.png',
  capturedAt: '2026-01-02T03:04:05.000Z',
})

type Input = Parameters<typeof captureScreenshots.work>[1]

/** The job with a part of what it works with replaced. */
const jobWith = (part: (ctx: JobCtx) => Partial<JobCtx>) =>
  ({
    ...captureScreenshots,
    work: (ctx: JobCtx, input: Input) => captureScreenshots.work({ ...ctx, ...part(ctx) }, input),
  }) as AnyJob

test('what others add to the list while the job works stays', async () => {
  const on = await stage()
  const id = await newComparison(on, 'https://rival.example')
  const theirs = [shotOf('Our view'), shotOf('First rival')]
  const lists = [theirs.slice(0, 1), theirs]
  const meanwhile = async () => {
    const comparisonScreenshots = lists.shift()
    if (comparisonScreenshots !== undefined) await on.call(updateItem, { id, comparisonScreenshots })
  }
  const { jobId } = await on.call(captureComparisonScreenshots, { itemId: id }, { confirm: true })

  const job = jobWith(({ render }) => ({ render: (source) => meanwhile().then(() => render(source)) }))
  await on.work({ jobs: [job], browser: shutOut })

  expect(await on.call(getJob, { jobId })).toMatchObject({ state: 'partial' })
  const { item } = await on.call(getItem, { id, bodyFormat: 'html' })
  expect(item.comparisonScreenshots).toMatchObject([
    { sectionHeading: 'Our view', status: 'captured' },
    { sectionHeading: 'First rival', status: 'captured' },
    { sectionHeading: 'Second rival', status: 'failed' },
  ])
  expect(item.contentHtml?.match(/<img /g)).toHaveLength(2)
})

test('an item in the trash gets no pictures', async () => {
  const on = await stage()
  const id = await newComparison(on, 'https://rival.example')
  const { jobId } = await on.call(captureComparisonScreenshots, { itemId: id }, { confirm: true })
  await on.call(deleteItem, { id }, { confirm: true })

  await on.work({ browser: shutOut })

  expect(await on.call(getJob, { jobId })).toMatchObject({ state: 'failed', error: { code: 'invalid_transition' } })
  expect((await on.call(getItem, { id })).item.comparisonScreenshots).toEqual([])
})

test('pictures that stay the same are no news for websites', async () => {
  const on = await stage()
  const id = await newComparison(on, 'https://rival.example')
  const comparisonScreenshots = [shotOf('First rival'), shotOf('Second rival')]
  await on.call(updateItem, { id, comparisonScreenshots })
  await on.call(publishItem, { id }, { confirm: true })
  await on.call(captureComparisonScreenshots, { itemId: id }, { confirm: true })

  const announce = vi.fn<JobWrites['announce']>(async () => [])
  const job = jobWith(({ write }) => ({ write: (work) => write((inside) => work({ ...inside, announce })) }))
  await on.work({ jobs: [job], browser: shutOut })

  expect(announce).not.toHaveBeenCalled()
})
