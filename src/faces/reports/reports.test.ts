import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'

import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { createAsvCompetitor } from '#areas/visibility/operations/create-asv-competitor.ts'
import { getAsvReport } from '#areas/visibility/operations/get-asv-report.ts'
import { importAsvAnswers } from '#areas/visibility/operations/import-asv-answers.ts'
import { listAsvShares } from '#areas/visibility/operations/list-asv-shares.ts'
import { revokeAsvShare } from '#areas/visibility/operations/revoke-asv-share.ts'
import { shareAsvReport } from '#areas/visibility/operations/share-asv-report.ts'
import { silentLog } from '#kernel/log.ts'
import { visitsOf } from '#platform/database/visits.ts'
import { memoryLimiter } from '#platform/limiter/memory.ts'
import { stage } from '#test/stage.ts'
import { minutesAgo, newPrompt } from '#test/visibility-records.ts'

import { createReportsFace } from './reports.ts'

async function withAnswers() {
  const on = await stage()
  await on.call(createAsvCompetitor, { name: '=Rival, "the" & co' })
  const promptId = (await newPrompt(on, { text: 'Which secret tool is best?' })) as never
  const answers = [1, 2, 3].map((at) => ({
    promptId,
    text: `Words of answer ${at}: =Rival, "the" & co`,
    observedAt: minutesAgo(at),
  }))
  await on.call(importAsvAnswers, { engineLabel: 'By hand', answers })
  const face = createReportsFace({ visits: visitsOf(on.database), limiter: memoryLimiter(), log: silentLog })
  const read = async (url: string) => {
    const { status, headers, body } = await face({
      method: 'GET',
      url: new URL(url).pathname,
      headers: {},
      headersDistinct: {},
      body: Readable.from([]),
      address: '192.0.2.1',
    })
    return { status, headers, text: String(body) }
  }
  return { ...on, read }
}

test('a shared report is a page without a script, answers or prompts, which nobody keeps', async () => {
  const { call, read } = await withAnswers()

  const { url, shareId } = await call(shareAsvReport, {}, { confirm: true })
  const page = await read(url)

  expect(page.status).toBe(200)
  expect(page.headers).toMatchObject({ 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex, nofollow' })
  const [, style = ''] = /<style>([^]*?)<\/style>/.exec(page.text) ?? []
  const hash = createHash('sha256').update(style).digest('base64')
  expect(page.headers?.['Content-Security-Policy']).toContain(`style-src 'sha256-${hash}';`)
  expect(page.text).not.toMatch(/ style=|https?:/)
  expect(page.text).toContain('=Rival, &quot;the&quot; &amp; co')
  expect(page.text).toContain('too few to say')
  expect(page.text).not.toMatch(/<script|Words of answer|secret tool/)
  const shown = JSON.stringify(await call(listAsvShares, {}))
  expect(shown).toContain(shareId)
  expect(shown).not.toContain(url.split('/r/')[1])
})

test('it stays as it was, with prompts where they are wanted, and ends when it is revoked or expires', async () => {
  const { call, read, rows } = await withAnswers()
  const share = () => call(shareAsvReport, { includePrompts: true, expiresInDays: 1 }, { confirm: true })
  const [first, second] = [await share(), await share()]
  expect(first.url).not.toBe(second.url)
  const before = await read(first.url)
  expect(before.text).toContain('secret tool')
  await call(createAsvCompetitor, { name: 'Later' })
  expect((await read(first.url)).text).toBe(before.text)

  await call(revokeAsvShare, { shareId: first.shareId }, { confirm: true })
  await rows(({ db }) =>
    db
      .updateTable('asv_share')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('id', '=', second.shareId)
      .execute(),
  )

  for (const { url } of [first, second]) expect((await read(url)).status).toBe(404)
  expect((await read('https://masthead.test/r/nothing')).status).toBe(404)
  expect((await call(listAsvShares, {})).items.map(({ state }) => state)).toEqual(['expired', 'revoked'])
})

test('a report whose time zone this machine does not know is read in UTC', async () => {
  const { call, read, rows } = await withAnswers()
  await rows(({ db }) => db.updateTable('organization_setting').set({ timezone: 'Mars/Olympus' }).execute())

  const page = await read((await call(shareAsvReport, {}, { confirm: true })).url)

  expect(page).toMatchObject({ status: 200, text: expect.stringContaining('(UTC)') })
})

test('gaps say their own days, which are not those of the report, and their interval', async () => {
  const { call, read, rows } = await withAnswers()
  const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000)
  const iso = (daysAgo: number) => day(daysAgo).toISOString().slice(0, 10)
  const written = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
  const words = `${written.format(day(90))} to ${written.format(day(0))}`
  const range = { range: '7d' as const }

  const { gaps } = JSON.parse((await call(getAsvReport, { ...range, format: 'json' })).content) as { gaps: object[] }
  const csv = (await call(getAsvReport, { ...range, format: 'csv' })).content
  const { url } = await call(shareAsvReport, { ...range, includePrompts: true }, { confirm: true })

  expect(gaps[0]).toMatchObject({ from: iso(90), to: iso(0), ownRate: 0, numerator: 0, denominator: 3, n: 3 })
  expect(gaps[0]).toMatchObject({ ci95: [0, expect.closeTo(56.15, 1)], tooFewSamples: true })
  expect(csv).toMatch(
    new RegExp(`^gap mention,[^,]*,manual,imported,ownRate,0,0,56.15[0-9]*,0,3,3,true,,${iso(90)},${iso(0)},,`, 'm'),
  )
  expect((await call(getAsvReport, range)).content).toContain(`${iso(90)} to ${iso(0)}`)
  expect((await read(url)).text).toContain(words)
  expect((await read(url)).text).toContain('0 of 3')
  const early = sql`jsonb_set(report, '{gaps}', (select jsonb_agg(gap - '{from,to,basis,ci95,numerator,denominator,tooFewSamples}'::text[])
    from jsonb_array_elements(report -> 'gaps') as gap))`
  await rows(({ db }) => sql`update app.asv_share set report = ${early}`.execute(db))
  expect((await read(url)).text).toContain(words)
})

test('the CSV says the version of prompts, and how figures are made', async () => {
  const { call } = await withAnswers()

  const lines = (await call(getAsvReport, { format: 'csv' })).content.split('\r\n')

  const [version, formula] = ['prompt_version', 'formula'].map((name) => lines[0]?.split(',').indexOf(name) ?? -1)
  const prompt = lines.find((line) => line.startsWith('prompt,Which secret tool is best?,'))
  expect(prompt?.split(',')[version ?? -1]).toBe('1')
  const formulas = lines.filter((line) => line.startsWith('formula,'))
  expect(formulas).toHaveLength(12)
  expect(
    formulas
      .find((line) => line.includes(',coverage,'))
      ?.split(',')
      .slice(formula)
      .join(','),
  ).toBe('"Prompts with an answer that names the brand, of all prompts with answers."')
})

test('the CSV has a line per figure, and no cell is a formula', async () => {
  const { call } = await withAnswers()

  const { content } = await call(getAsvReport, { format: 'csv' })

  const [head, ...lines] = content.split('\r\n')
  expect(head).toBe(
    'kind,name,mode,basis,metric,value,low,high,numerator,denominator,n,too_few,models,from,to,prompt_version,formula',
  )
  expect(
    lines.find((line) => line.startsWith(`brand,"'=Rival, ""the"" & co",manual,imported,visibility,100,`)),
  ).toMatch(/,3,3,3,true,,/)
  expect(lines.at(-1)).toBe('')
  expect(JSON.parse((await call(getAsvReport, { format: 'json' })).content)).toMatchObject({
    figures: [{ n: 3 }, { n: 3 }],
  })
  expect((await call(getAsvReport, {})).content).toContain('## How figures are made')
})
