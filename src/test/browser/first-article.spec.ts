import { test as bare } from '@playwright/test'

import { expect, watch } from './fixtures.ts'
import { owner, startFreshServer } from './installed-server.ts'

/** Fields filled and controls pressed from the set-up link to an article that everybody can read. */
const most = 12
/** The same from there to an agent that has called. */
const mostForAgent = 4
/** The same as time, for a machine; a person reads and types besides. */
const longest = 60_000

bare(
  'from an empty installation to the first article that is live, and to an agent, in few steps',
  async ({ page, request }) => {
    bare.setTimeout(180_000)
    const { origin, setUpLink, stop } = await startFreshServer()
    let steps = 0
    const fill = async (name: string, text: string) => {
      steps++
      await page.getByRole('textbox', { name }).first().fill(text)
    }
    const press = async (name: string) => {
      steps++
      await page
        .getByRole('button', { name, exact: name.length < 8 })
        .first()
        .click()
    }
    try {
      const faults = watch(page, origin)
      const begin = Date.now()
      await page.goto(setUpLink)
      await fill('E-mail', owner.email)
      await fill('Password', owner.password)
      await fill('Organization', owner.organizationName)
      await press('Create and go on')
      for (const heading of ['Where is your website?', 'What do you begin with?', 'Connect a first agent']) {
        await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
        await press('Skip')
      }
      await expect(page.getByRole('heading', { name: /for you\.$/, level: 1 })).toBeVisible()
      steps++
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Content' }).click()
      await press('New article')
      await fill('Title', 'The first one')
      await press('Publish…')
      const sheet = page.getByRole('dialog', { name: 'The first one' })
      steps++
      await sheet.getByRole('button', { name: 'Publish', exact: true }).click()
      await expect(page.getByText('Live', { exact: true })).toBeVisible()
      const took = Date.now() - begin
      process.stdout.write(
        `First article: ${steps} steps, ${(took / 1000).toFixed(1)} s without reading and thinking\n`,
      )
      expect(took).toBeLessThan(longest)

      const { organizations } = await (await page.request.get(`${origin}/app/session`)).json()
      const answer = await request.get(`${origin}/v1/${organizations[0].id}/articles/the-first-one`)
      expect(answer.status()).toBe(200)
      expect(steps).toBeLessThanOrEqual(most)

      // What its owner does to connect an agent, up to the agent's first call.
      steps = 0
      const connecting = Date.now()
      steps++
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Agents' }).click()
      await press('New key…')
      steps++
      await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('First agent')
      await press('Create key')
      const secret = (await page.getByTestId('secret').textContent()) ?? ''
      await request.post(`${origin}/v2/tools/listManagerItems`, {
        headers: { 'X-API-Key': secret },
        data: { input: {} },
      })
      await expect(page.getByText('It is connected')).toBeVisible()
      const connected = Date.now() - connecting
      process.stdout.write(`First agent: ${steps} steps, ${(connected / 1000).toFixed(1)} s without reading\n`)
      expect(connected).toBeLessThan(longest)
      expect(steps).toBeLessThanOrEqual(mostForAgent)
      expect(faults).toEqual([])
    } finally {
      await stop()
    }
  },
)
