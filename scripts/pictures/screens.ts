import type { Page } from '@playwright/test'

import { linkedPaths } from '#test/browser/linked-paths.ts'

import { overlaysOf, press } from './overlays.ts'
import type { Product } from './product.ts'
import type { Scene } from './scene.ts'
import type { Screen } from './screen.ts'

/** Every screen that a link of the sidebar or of Settings leads to, and what lies behind them. */
export async function screensOf(
  page: Page,
  product: Pick<Product, 'origin' | 'slug'>,
  scene?: Scene,
): Promise<Screen[]> {
  const home = `/o/${product.slug}`
  const linked = (await linkedPaths(page, `${product.origin}${home}`))
    .map((path) => ({ name: path.slice(home.length + 1).replaceAll('/', '-') || 'desk', path }))
    .filter(({ name }) => name !== 'settings')
  return [...linked, ...doors, ...(scene ? [...behind(home, scene), ...overlaysOf(home, scene)] : [])]
}

const doors: Screen[] = [
  { name: 'sign-in', path: '/sign-in', isDoor: true },
  { name: 'sign-in-refused', path: '/sign-in', isDoor: true, act: signInWrongly },
  { name: 'set-up', path: '/setup', isDoor: true },
  { name: 'forgot-password', path: '/forgot-password', isDoor: true },
]

async function signInWrongly(page: Page): Promise<void> {
  await page.getByLabel('E-mail').fill('nobody@example.com')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('alert').first().waitFor()
}

/** On a narrow screen the tabs of the rail open as a sheet. */
const openTab = (name: string) => async (page: Page) => {
  const sheet = page.getByRole('button', { name: 'Checks and more' })
  if (await sheet.isVisible()) await sheet.click()
  await page.getByRole('tab', { name }).first().click()
}

function behind(home: string, { article, draft, merged, approval, agent }: Scene): Screen[] {
  const content = `${home}/content`
  const answers = `${home}/ai-answers`
  return [
    { name: 'content-selected', path: `${content}?peek=${article}`, act: selectTwo },
    { name: 'fix-list', path: `${content}/fix-list` },
    { name: 'duplicates', path: `${content}/duplicates` },
    { name: 'merge', path: `${content}/merge?ids=${merged.join('.')}` },
    { name: 'import', path: `${content}/import` },
    { name: 'article', path: `${content}/${article}` },
    { name: 'article-search', path: `${content}/${article}`, act: openTab('Search & social') },
    { name: 'article-links', path: `${content}/${article}`, act: openTab('Links') },
    { name: 'article-history', path: `${content}/${article}`, act: openTab('History') },
    { name: 'article-publish', path: `${content}/${draft}`, act: press('Publish…') },
    { name: 'article-new', path: content, act: press('New article') },
    { name: 'content-trash', path: `${content}?tab=trash` },
    { name: 'content-nothing', path: `${content}?search=nothing-has-this` },
    { name: 'topics-list', path: `${home}/topics?view=list` },
    { name: 'calendar-week', path: `${home}/calendar?view=week` },
    { name: 'calendar-agenda', path: `${home}/calendar?view=agenda` },
    ...['pages', 'speed', 'crawlers', 'runs', 'aside'].map((tab) => ({
      name: `audit-${tab}`,
      path: `${home}/audit?tab=${tab}`,
    })),
    { name: 'terms-tags', path: `${home}/settings/terms?tab=tag` },
    { name: 'connect-wordpress', path: `${home}/settings/integrations/new/wordpress` },
    { name: 'new-organization', path: '/new-organization' },
    { name: 'begin', path: `${home}/begin` },
    ...['sources', 'questions', 'engines', 'competitors', 'analyses', 'runs'].map((tab) => ({
      name: `ai-answers-${tab}`,
      path: `${answers}?tab=${tab}`,
    })),
    { name: 'ai-answers-article', path: `${answers}/articles/${article}` },
    { name: 'approval', path: `${home}/approvals/${approval}` },
    { name: 'agent', path: `${home}/agents/${agent}` },
    { name: 'operations', path: `${home}/agents/operations/updateItem` },
    { name: 'account', path: `${home}/account` },
    { name: 'collection', path: `${home}/settings/collections/articles` },
    { name: 'new-key', path: `${home}/settings/api`, act: press('New key…') },
    { name: 'palette', path: home, act: openPalette },
    { name: 'not-found', path: `${home}/no-such-page` },
  ]
}

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
}

/** On a phone the peek is over the list, whose rows cannot be chosen there. */
async function selectTwo(page: Page): Promise<void> {
  const boxes = page.getByRole('row').getByRole('checkbox')
  if (!(await boxes.first().isVisible())) return
  for (const at of [1, 2]) await boxes.nth(at).check()
}
