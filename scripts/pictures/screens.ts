import type { Page } from '@playwright/test'

import type { Product } from './product.ts'
import type { Scene } from './scene.ts'

/** A picture: an address, and what is pressed before it is taken. */
export type Screen = {
  name: string
  path: string
  act?: (page: Page) => Promise<void>
  /** Nobody is signed in. */
  isDoor?: boolean
}

/** Every screen that a link of the sidebar or of Settings leads to, and what lies behind them. */
export async function screensOf(
  page: Page,
  product: Pick<Product, 'origin' | 'slug'>,
  scene?: Scene,
): Promise<Screen[]> {
  const home = `/o/${product.slug}`
  await page.goto(`${product.origin}${home}/settings/organization`)
  const linked = new Map<string, Screen>()
  for (const navigation of ['Main', 'Settings']) {
    const links = page.getByRole('navigation', { name: navigation, exact: true }).getByRole('link')
    await links.first().waitFor()
    const paths = await links.evaluateAll((all) => all.map((one) => new URL((one as HTMLAnchorElement).href).pathname))
    for (const path of paths) {
      const name = path.slice(home.length + 1).replaceAll('/', '-') || 'desk'
      if (name !== 'settings') linked.set(name, { name, path })
    }
  }
  return [...linked.values(), ...doors, ...(scene ? behind(home, scene) : [])]
}

const doors: Screen[] = [
  { name: 'sign-in', path: '/sign-in', isDoor: true },
  { name: 'set-up', path: '/setup', isDoor: true },
]

const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).first().click()
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
    { name: 'topics-list', path: `${home}/topics?view=list` },
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
