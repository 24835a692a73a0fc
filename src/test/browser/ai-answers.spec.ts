import { expect, test } from './fixtures.ts'
import { expectSound } from './page-checks.ts'
import { personOf } from './person-calls.ts'
import { settled } from './traffic.ts'

test.use({ organizationName: 'Answer Desk' })

test('a person sees the finding, its sources and gaps, and plans a topic from a gap', async ({
  page,
  request,
  installation,
}, info) => {
  const person = personOf(request, installation)
  await page.goto('/o/answer-desk/ai-answers?range=nonsense')
  await expect(page.getByText('No answers in this time')).toBeVisible()
  await settled(page)
  await expectSound(page)
  await person('createAsvCompetitor', { name: 'Globex' })
  const { created } = await person('createAsvPrompts', { prompts: [{ text: 'Which tool suits a harbour?' }] })
  const answers = [1, 2, 3].map((at) => ({
    promptId: created[0].id,
    text: `Take Globex, says answer ${at}.`,
    citations: [{ url: 'https://review.example/best' }],
    observedAt: new Date(Date.now() - at * 60_000).toISOString(),
  }))
  await person('importAsvAnswers', { engineLabel: 'By hand', answers })

  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('is named in 0 of 3 answers, too few to say more')
  await expect(page.getByRole('row', { name: 'review.example' })).toContainText('3 of 3')
  await settled(page)
  await expectSound(page, { picture: (name) => info.outputPath(name) })
  await page.getByRole('button', { name: 'Plan a topic' }).first().press('Enter')
  await expect(page.getByText('is a topic now.')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectSound(page)
})
