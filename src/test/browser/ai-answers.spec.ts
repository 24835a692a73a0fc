import type { APIRequestContext, Page } from '@playwright/test'

import { llmKey, openLlm } from '#test/standins/llm.ts'

import { expect, test } from './fixtures.ts'
import type { Installation } from './installed-server.ts'
import { excessWidth, expectSound, keepPicture, layoutShift } from './page-checks.ts'
import { personOf } from './person-calls.ts'
import { settled } from './traffic.ts'

test.use({ organizationName: 'Answer Desk' })
// A hundred steps each, and pictures on demand.
test.beforeEach(() => test.setTimeout(240_000))

const day = 86_400_000
const subjects = 'harbours,piers,tides,cranes,ferries,buoys,locks,docks,charts,ropes,lamps,pilots'.split(',')

test('a person writes questions, brings an answer by keyboard, and plans a topic from a gap', async ({
  page,
  installation,
}, info) => {
  const person = personOf(page.request, installation)
  await person('createAsvCompetitor', { name: 'Globex' })
  await page.goto('/o/answer-desk/ai-answers?range=nonsense&tab=nothing&prompt=1')
  await expect(page.getByRole('heading', { name: 'Nobody has been asked yet.' })).toBeVisible()
  await settled(page)
  expect(new URL(page.url()).search).toBe('')
  await expectSound(page, { what: 'empty', picture: (name) => info.outputPath(`empty-${name}`) })

  await page.getByRole('button', { name: 'Suggest questions…' }).press('Enter')
  await expect(page.getByText('Without a model they are made from templates, and cost nothing.')).toBeVisible()
  await page.getByRole('button', { name: 'Suggest questions', exact: true }).press('Enter')
  await expect(page.getByRole('checkbox', { name: 'What are good alternatives to Globex?' })).toBeChecked()
  await expectSound(page, { what: 'suggested', picture: (name) => info.outputPath(`suggested-${name}`) })
  await page.getByRole('button', { name: /^Keep \d+ questions?$/ }).press('Enter')
  await expect(page.getByText(/^\d+ questions? more\.$/)).toBeVisible()
  await page.getByRole('button', { name: 'Write questions…' }).press('Enter')
  await page.getByRole('textbox', { name: 'Questions' }).fill('Which tool suits a harbour?\nHow is a quay measured?')
  await expectSound(page, { what: 'questions' })
  await page.getByRole('button', { name: 'Keep questions' }).press('Enter')
  await expect(page.getByText('2 questions more.')).toBeVisible()
  await page.getByRole('button', { name: 'Bring an answer…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Bring an answer' })
  const sources = [
    { url: 'https://review.example/best', title: 'The best tools', kind: 'cited' },
    { url: 'https://looked.example/at', kind: 'retrieved' },
  ]
  for (const at of [1, 2, 3]) {
    if (at > 1) await page.goto('/o/answer-desk/ai-answers?tab=questions')
    if (at > 1) await page.getByRole('button', { name: 'Bring an answer…' }).press('Enter')
    await dialog.getByLabel('Question').selectOption({ label: 'Which tool suits a harbour?' })
    await dialog.getByLabel('The answer').fill(`Take **Globex**, says answer ${at}.`)
    await dialog.getByLabel('Sources that it cites').fill('review.example')
    await dialog.getByRole('button', { name: 'Keep answer' }).press('Enter')
    await expect(dialog.getByText('“review.example” is not an address')).toBeVisible()
    await dialog.getByLabel('Sources that it cites').fill('https://review.example/best The best tools')
    await dialog.getByLabel('Sources that it looked at').fill('https://looked.example/at')
    if (at === 1) await expectSound(page, { what: 'bring', picture: (name) => info.outputPath(`bring-${name}`) })
    const sent = page.waitForRequest(/importAsvAnswers/)
    await dialog.getByRole('button', { name: 'Keep answer' }).press('Enter')
    expect((await sent).postDataJSON()).toMatchObject({ input: { answers: [{ citations: sources }] } })
    await expect(page.getByText('The answer is kept. It names 1 tracked brand.')).toBeVisible()
  }

  await page.goto('/o/answer-desk/ai-answers')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Answer Desk is named in 0 of 3 answers, too few to say more.',
  )
  await expect(page.getByText('3 answers to 1 question, collected by hand from ChatGPT.')).toBeVisible()
  await expect(page.getByRole('article')).toContainText('Take Globex, says answer 3.')
  await expect(page.getByText('The best tools').first()).toBeVisible()
  await settled(page)
  await expectSound(page, { what: 'few', picture: (name) => info.outputPath(`few-${name}`) })
  await page.getByRole('button', { name: 'Plan a topic' }).first().press('Enter')
  await expect(page.getByText('is a topic now.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Planned' }).first()).toBeVisible()
})

test.describe('with answers of a month', () => {
  // On a busy machine a read beside a slow one is asked to come again, which the page does.
  test.use({ organizationName: 'Answer Month', expectedErrors: [/503/] })

  test('the finding, its line, questions by engine and one answer are read', async ({
    page,
    request,
    installation,
  }, info) => {
    await answersOfAMonth(request, installation)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/o/answer-month/ai-answers')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Acme is named in \d+ % of the answers\.$/)
    await expect(page.getByText(/^Between \d+ and \d+ %: [\d,]+ answers to 12 questions/)).toBeVisible()
    await expect(page.getByText(/points \(.+\): more than chance/).first()).toBeVisible()
    await settled(page)
    expect.soft(await layoutShift(page)).toBeLessThan(0.02)
    await expectSound(page, { what: 'findings', picture: (name) => info.outputPath(`findings-${name}`) })

    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize({ width: 794, height: 1123 })
    await expect(page.getByRole('button', { name: 'Share…' })).toBeHidden()
    await expect(page.getByRole('table', { name: 'Question by engine' })).toBeVisible()
    await keepPicture(page, info.outputPath('printed.png'), { fullPage: true })
    expect(await excessWidth(page)).toBeLessThanOrEqual(0)
    await page.emulateMedia({ media: null })
    await page.setViewportSize({ width: 1440, height: 900 })

    const points = page.getByRole('group', { name: /^Share of answers that name Acme/ }).getByRole('img')
    await points.last().focus()
    await page.keyboard.press('ArrowLeft')
    await expect(points.nth((await points.count()) - 2)).toBeFocused()
    await expect(page.getByRole('link', { name: 'Published: A guide to harbours' })).toBeVisible()
    await page.getByRole('button', { name: 'Show as a table' }).press('Enter')
    await expect(page.getByRole('row', { name: /Acme \d/ }).first()).toBeVisible()
    await page.getByRole('button', { name: 'Hide the table' }).press('Enter')
    await expectDownload(page, 'CSV of the report', /^ai-answers-answer-month-28d\.csv$/, /^kind,name,mode/)
    await expectDownload(page, 'CSV of questions by engine', /^ai-answers-by-engine\.csv$/, /^Question,Engine/)

    const row = page.getByRole('row', { name: /harbours/ })
    await row.getByRole('link', { name: 'Atlas' }).press('Enter')
    await expect(page).toHaveURL(/prompt=prm_\w+.*engine=eng_|engine=eng_\w+.*prompt=prm_/)
    await expect(page.getByRole('article')).toContainText('Which of harbours is best?')
    await expect(page.getByRole('navigation', { name: 'Answers' })).toContainText(/1 of \d+/)
    await page.getByRole('link', { name: 'Older answer' }).press('Enter')
    await expect(page.getByRole('navigation', { name: 'Answers' })).toContainText(/2 of \d+/)
    await page.reload()
    await expect(page.getByRole('navigation', { name: 'Answers' })).toContainText(/2 of \d+/)
    await page.goto('/o/answer-month/ai-answers?named=yes')
    await expect(page.getByRole('article').locator('mark').first()).toHaveText('Acme')
    await expect(page.getByText('yours, article').first()).toBeVisible()

    await page.setViewportSize({ width: 320, height: 700 })
    await settled(page)
    await expectSound(page, { what: 'findings on a phone', picture: (name) => info.outputPath(`phone-${name}`) })
    // What comes after the questions is near.
    const matrix = page.getByRole('table', { name: 'Question by engine' })
    await expect(matrix.getByRole('rowheader')).toHaveCount(4)
    await page.getByRole('button', { name: 'All 12 questions' }).click()
    await expect(matrix.getByRole('rowheader')).toHaveCount(12)
    await expect(page.getByRole('button', { name: 'Show less' })).toBeFocused()
  })

  test('sources are read, and a report is shared and ended', async ({ page, request, installation, browser }, info) => {
    await answersOfAMonth(request, installation)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/o/answer-month/ai-answers')
    await page.getByRole('tab', { name: 'Sources' }).click()
    await expect(page.getByRole('row', { name: /g2\.com/ })).toContainText('reviews')
    await settled(page)
    await expectSound(page, { what: 'sources', picture: (name) => info.outputPath(`sources-${name}`) })

    await page.getByRole('link', { name: '1 year' }).click()
    await expect(page).toHaveURL(/range=365d/)
    await page.getByRole('button', { name: 'Share…' }).press('Enter')
    const share = page.getByRole('dialog', { name: 'Share a report' })
    await expect(share.getByText('Anybody with the link reads the figures of the last year')).toBeVisible()
    await expect(share.getByRole('button', { name: 'Create link' })).toBeEnabled()
    await expectSound(page, { what: 'share', picture: (name) => info.outputPath(`share-${name}`) })
    await share.getByRole('button', { name: 'Create link' }).press('Enter')
    const url = await page.getByTestId('secret').innerText()
    const reader = await browser.newPage()
    expect((await reader.goto(url))?.status()).toBe(200)
    await expect(reader.getByText('Acme').first()).toBeVisible()
    await page.getByRole('button', { name: 'I have stored it' }).press('Enter')
    await page.getByRole('button', { name: 'Share…' }).press('Enter')
    await share.getByRole('button', { name: 'End…' }).press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: 'End link' }).click()
    await expect(share.getByText('Ended')).toBeVisible()
    expect((await reader.goto(url))?.status()).toBe(404)
    await reader.close()
    expect(await page.content()).not.toContain(url)
  })

  test('the effect of an article is a page of its own', async ({ page, request, installation }, info) => {
    await answersOfAMonth(request, installation)
    await page.goto('/o/answer-month/ai-answers')
    await page.getByRole('link', { name: 'Published: A guide to harbours' }).press('Enter')

    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/since|and chance explain/)
    await expect(page.getByRole('table', { name: 'Before and after' })).toContainText('Answers that cite this article')
    await expect(page.getByRole('link', { name: 'Which of harbours is best?' })).toBeVisible()
    await settled(page)
    await expectSound(page, { what: 'effect', picture: (name) => info.outputPath(`effect-${name}`) })
    await page.setViewportSize({ width: 320, height: 700 })
    await expectSound(page, { what: 'effect on a phone', picture: (name) => info.outputPath(`effect-phone-${name}`) })
  })
})

test.describe('set up', () => {
  // A website and a name that are refused.
  test.use({ organizationName: 'Answer Set-up', expectedErrors: [/status of (409|422)/] })

  test('engines, competitors and an analysis are set up, and asked with the cost in view', async ({
    page,
    installation,
  }, info) => {
    const llm = await openLlm()
    const call = personOf(page.request, installation)
    const prompts = subjects.slice(0, 3).map((one) => ({ text: `Which of ${one} is best?` }))
    await call('createAsvPrompts', { prompts })
    const key = { provider: 'openai_compatible', key: llmKey, baseUrl: llm.url }
    await call('setLlmProviderKey', key, { confirm: true })
    const path = `/o/${installation.organization.slug}/ai-answers`
    const look = async (what: string) => {
      await settled(page)
      await expectSound(page, { what, picture: (name) => info.outputPath(`${what}-${name}`) })
    }

    await page.goto(`${path}?tab=engines`)
    await expect(page.getByText('Nothing is asked by itself: a month costs nothing.')).toBeVisible()
    const engine = page.getByRole('row', { name: /Compatible/i })
    await engine.getByRole('button', { name: /^Change…/ }).press('Enter')
    const form = page.getByRole('dialog')
    await form.getByLabel('Model').fill('model-of-the-stand-in')
    await form.getByLabel('Answers to each question').fill('2')
    await look('engine')
    await form.getByRole('button', { name: 'Save engine' }).press('Enter')
    await expect(engine.getByText('model-of-the-stand-in')).toBeVisible()
    await engine.getByRole('button', { name: /^Turn on/ }).press('Enter')
    await expect(engine.getByText('Asked', { exact: true })).toBeVisible()
    await look('engines')

    await page.getByRole('tab', { name: 'Competitors' }).click()
    await page.getByRole('button', { name: 'New competitor…' }).press('Enter')
    await page.getByLabel('Name', { exact: true }).fill('Globex')
    await page.getByLabel('Other names').fill('Globex Corp, GX')
    await page.getByRole('button', { name: 'Track competitor' }).press('Enter')
    await expect(page.getByRole('row', { name: /Globex/ })).toContainText('also Globex Corp, GX')
    await look('competitors')

    const own = page.getByRole('row', { name: /Answer Set-up/ })
    await own.getByRole('button', { name: 'Change… Answer Set-up' }).press('Enter')
    const brand = page.getByRole('dialog', { name: 'Your brand' })
    await brand.getByLabel('Other names').fill('Quay Desk, Globex Corp')
    await brand.getByLabel('Websites').fill('https://quay.example')
    await brand.getByRole('button', { name: 'Save brand' }).press('Enter')
    await expect(brand.getByLabel('Websites')).toHaveAccessibleDescription(/Must be a host name, such as example\.com/)
    await brand.getByLabel('Websites').fill('quay.example')
    await brand.getByRole('button', { name: 'Save brand' }).press('Enter')
    await expect(brand.getByRole('alert')).toHaveText('Globex has the name Globex Corp already.')
    await look('own brand')
    await brand.getByLabel('Other names').fill('Quay Desk')
    await brand.getByRole('button', { name: 'Save brand' }).press('Enter')
    await expect(own).toContainText('also Quay Desk')
    await expect(own).toContainText('quay.example')

    await page.getByRole('tab', { name: 'Analyses' }).click()
    await page.getByRole('button', { name: 'New analysis…' }).press('Enter')
    const analysis = page.getByRole('dialog', { name: 'New analysis' })
    await expect(analysis.getByText(/^6 answers a run, about \$/)).toBeVisible()
    await expect(analysis.getByText(/a month, spent without a further question/)).toBeVisible()
    await look('analysis')
    await analysis.getByRole('button', { name: 'Keep analysis' }).press('Enter')
    await expect(page.getByRole('row', { name: /Weekly/ })).toContainText('Mondays at 6:00')
    await expect(page.getByText(/^A month costs about \$.* as planned: 26 answers in 4 runs/)).toBeVisible()
    await look('analyses')

    await page.getByRole('button', { name: 'Ask now… Weekly' }).press('Enter')
    const ask = page.getByRole('alertdialog', { name: 'Ask again?' })
    await expect(ask.getByText('6 answers, 6 credits; those that fail come back.')).toBeVisible()
    await expect(ask.getByText(/Your share will be known to about ± \d+ points/)).toBeVisible()
    await look('ask')
    await ask.getByRole('button', { name: 'Ask for 6 answers' }).press('Enter')
    await page.getByRole('tab', { name: 'Runs' }).click()
    const run = page.getByRole('row', { name: /Weekly/ })
    await expect(run.getByText('Complete')).toBeVisible({ timeout: 20_000 })
    await expect(run).toContainText('6 of 6 answers')
    await look('runs')
    await run.getByRole('button', { name: /^Details…/ }).press('Enter')
    await expect(page.getByRole('dialog', { name: 'Weekly' })).toContainText('6 answers of 6')
    await look('run')
    await page.keyboard.press('Escape')

    // An agent may ask for more than the form shows: saving another field of it takes nothing of that away.
    const wanted = { intents: ['discovery', 'comparison'] }
    const [weekly] = (await call('listAsvAnalyses', {})).items
    const heard = page.waitForResponse('**/listAsvAnalyses')
    await call('updateAsvAnalysis', { id: weekly.id, promptFilter: wanted }, { confirm: true })
    await heard
    await page.getByRole('tab', { name: 'Analyses' }).click()
    await page.getByRole('button', { name: 'Change… Weekly' }).press('Enter')
    const change = page.getByRole('dialog', { name: 'Change “Weekly”' })
    await change.getByLabel('At most a run, in US dollars').fill('3')
    await change.getByRole('button', { name: 'Keep analysis' }).press('Enter')
    await expect(change).toBeHidden()
    expect((await call('listAsvAnalyses', {})).items).toMatchObject([{ promptFilter: wanted, maxCostPerRun: 3 }])

    await page.getByRole('tab', { name: 'Questions' }).click()
    const question = page.getByRole('row', { name: /piers/ })
    await question.getByRole('button', { name: /^More about/ }).press('Enter')
    await question.getByRole('button', { name: /^Pause/ }).press('Enter')
    await expect(question.getByText('Paused')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await expect(question.getByText('Asked', { exact: true })).toBeVisible()
    await look('questions')
    await page.setViewportSize({ width: 320, height: 700 })
    for (const tab of ['Questions', 'Engines', 'Competitors', 'Analyses', 'Runs']) {
      await page.getByRole('tab', { name: tab }).click()
      await look(`${tab} on a phone`)
    }
    await llm.close()
  })
})

/** Answers of three engines to twelve questions over six weeks; the organization's own name is in more of them since an article is live. */
async function answersOfAMonth(request: APIRequestContext, installation: Installation): Promise<void> {
  const call = personOf(request, installation)
  if ((await call('listAsvPrompts', {})).total > 0) return
  await call(
    'updateOrganizationSettings',
    { siteUrl: 'https://www.acme.example', brand: { name: 'Acme', domains: ['acme.example'] } },
    { confirm: true },
  )
  for (const name of ['Globex', 'Initech'])
    await call('createAsvCompetitor', { name, domains: [`${name.toLowerCase()}.example`] })
  const publishAt = new Date(Date.now() - 14 * day).toISOString()
  await call(
    'createItem',
    { collectionId: 'articles', title: 'A guide to harbours', slug: 'harbours', status: 'published', publishAt },
    { confirm: true },
  )
  const { created } = await call('createAsvPrompts', {
    prompts: subjects.map((one) => ({ text: `Which of ${one} is best?` })),
  })
  for (let week = 0; week < 6; week++)
    for (const [nth, engineLabel] of ['Atlas', 'Beacon', 'Compass'].entries()) {
      const answers = created.flatMap(({ id }: { id: string }, at: number) =>
        Array.from({ length: week === 0 && nth === 0 ? 4 : 3 }, (_, sample) => ({
          promptId: id,
          observedAt: new Date(Date.now() - week * 7 * day - (at * 12 + sample * 3 + nth + 1) * 60_000).toISOString(),
          model: `${engineLabel.toLowerCase()}-1`,
          ...answerOf((at * 7 + sample * 5 + nth * 3 + week) % 20, { week, hasArticle: at < 4 }),
        })),
      )
      await call('importAsvAnswers', { engineLabel, answers: answers.slice(0, 50) })
    }
  // Some of the questions often enough for a share of their own.
  for (const [at, { id }] of created.slice(8).entries())
    await call('importAsvAnswers', {
      engineLabel: 'Atlas',
      answers: Array.from({ length: 24 }, (_, nth) => ({
        promptId: id,
        observedAt: new Date(Date.now() - day - (at * 24 + nth) * 60_000).toISOString(),
        model: 'atlas-1',
        ...answerOf((at * 5 + nth * (at + 1)) % 20, { week: 0, hasArticle: false }),
      })),
    })
}

function answerOf(drawn: number, { week, hasArticle }: { week: number; hasArticle: boolean }) {
  const names = [
    drawn < 12 - 2 * Math.min(week, 4) ? 'Acme' : '',
    drawn % 3 > 0 ? 'Globex' : '',
    drawn % 5 === 0 ? 'Initech' : '',
  ]
  const lines = names
    .filter((name) => name !== '')
    .map((name, at) => `${at + 1}. **${name}** is excellent for [small teams](https://www.g2.com/best).`)
  const sources = [
    'https://www.g2.com/best',
    ...(names[0] === '' || !hasArticle || week > 1 ? [] : ['https://www.acme.example/articles/harbours']),
  ]
  return {
    text: `Sample ${drawn} of week ${week}:\n\n${lines.length === 0 ? 'None of them.' : lines.join('\n')}`,
    citations: sources.map((url) => ({ url })),
  }
}

async function expectDownload(page: Page, button: string, name: RegExp, begin: RegExp): Promise<void> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).press('Enter'),
  ])
  expect(download.suggestedFilename()).toMatch(name)
  const chunks = await (await download.createReadStream()).toArray()
  expect(Buffer.concat(chunks).toString()).toMatch(begin)
}
