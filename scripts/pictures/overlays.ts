import type { Locator, Page } from '@playwright/test'

import type { Scene } from './scene.ts'
import type { Screen } from './screen.ts'

export const press = (name: string | RegExp) => (page: Page) => button(page, name).click()

/** What opens over a screen: dialogs, sheets, panels below their button. */
export function overlaysOf(home: string, { article, draft, approval, agent }: Scene): Screen[] {
  const [content, settings] = [`${home}/content`, `${home}/settings`]
  const selected = (name: string) => async (page: Page) => {
    await page.getByRole('row').getByRole('checkbox').nth(1).check()
    await press(name)(page)
  }
  return [
    { name: 'over-account', path: home, act: openAccount },
    { name: 'over-organizations', path: home, act: openOrganizations },
    { name: 'over-menu', path: home, act: inMenu },
    { name: 'over-keys', path: home, act: (page) => page.keyboard.press('?') },
    { name: 'over-via-api', path: content, act: press('Via API') },
    { name: 'over-revert', path: home, act: press('Revert…') },
    { name: 'over-columns', path: content, act: press('Columns') },
    { name: 'over-export', path: content, act: press('Export…') },
    { name: 'over-trash', path: content, act: selected('Move to trash…') },
    { name: 'over-tag', path: content, act: selected('Tag…') },
    { name: 'over-topic', path: `${home}/topics`, act: press('New topic') },
    { name: 'over-suggest', path: `${home}/topics`, act: press('Suggest topics…') },
    { name: 'over-move', path: `${home}/topics`, act: press('Move to…') },
    { name: 'over-reject', path: `${home}/topics`, act: press('Reject…') },
    { name: 'over-entry', path: `${home}/library`, act: press('New entry') },
    { name: 'over-try', path: `${home}/library`, act: press('Try it…') },
    { name: 'over-preview', path: `${content}/${article}`, act: press('Preview') },
    { name: 'over-more', path: `${content}/${article}`, act: press('More') },
    { name: 'over-ask-agent', path: `${content}/${article}`, act: press('Ask an agent…') },
    { name: 'over-update', path: `${content}/${article}`, act: updateLive },
    { name: 'over-unpublish', path: `${content}/${article}`, act: press('Unpublish…') },
    { name: 'over-schedule', path: `${content}/${draft}`, act: scheduleAtATime },
    { name: 'over-decline', path: `${home}/approvals/${approval}`, act: press('Decline…') },
    { name: 'over-ask', path: `${home}/ai-answers`, act: press('Ask again…') },
    { name: 'over-share', path: `${home}/ai-answers`, act: press('Share…') },
    { name: 'over-question', path: `${home}/ai-answers?tab=questions`, act: press('Write questions…') },
    { name: 'over-competitor', path: `${home}/ai-answers?tab=competitors`, act: press('New competitor…') },
    { name: 'over-analysis', path: `${home}/ai-answers?tab=analyses`, act: press('New analysis…') },
    { name: 'over-audit', path: `${home}/audit`, act: press(/^Read (again|the website)…$/) },
    { name: 'over-audit-settings', path: `${home}/audit`, act: press('Settings…') },
    { name: 'over-sitting', path: `${home}/agents/${agent}`, act: press('Revert…') },
    { name: 'over-record', path: `${settings}/audit-log`, act: (page) => firstRow(page).click() },
    { name: 'over-job', path: `${settings}/jobs`, act: (page) => firstRow(page).getByRole('link').first().click() },
    { name: 'over-collection', path: `${settings}/collections`, act: press('New collection') },
    { name: 'over-term', path: `${settings}/terms`, act: press('New category') },
    { name: 'over-author', path: `${settings}/authors`, act: press('New author') },
    { name: 'over-redirect', path: `${settings}/redirects`, act: press('New redirect…') },
    { name: 'over-invite', path: `${settings}/members`, act: press('Invite people') },
    { name: 'over-model-key', path: `${settings}/models`, act: press('Set key…') },
    { name: 'over-delete', path: `${settings}/organization`, act: press('Delete organization…') },
  ]
}

const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: true }).filter({ visible: true }).first()

const firstRow = (page: Page): Locator => page.locator('tbody tr').first()

/** On a narrow screen it is in the menu. */
async function inMenu(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  if (await menu.isVisible()) await menu.click()
}

async function openAccount(page: Page): Promise<void> {
  await inMenu(page)
  await press(/^Account/)(page)
}

async function openOrganizations(page: Page): Promise<void> {
  await inMenu(page)
  await press(/Example Press/)(page)
}

async function updateLive(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Title', exact: true }).press('End')
  await page.keyboard.type(', and why')
  await press('Update live article')(page)
}

async function scheduleAtATime(page: Page): Promise<void> {
  await press('Publish…')(page)
  await page.getByRole('radio', { name: /^At a time/ }).check()
}
