// Takes a picture of every screen: `npm run pictures` starts a fresh product with the example workspace, walks its screens in light,
// dark and on a phone, and writes them into pictures/.
//   -- --out <folder>      elsewhere
//   -- --only <text>       screens whose name contains it
//   -- --theme <theme>     light, dark or phone
//   -- --empty             of an organization without anything in it
//   -- --keep              renews those that the documents show
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { type BrowserContext, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'

import { countTraffic, settled } from '#test/browser/traffic.ts'

import { browserPath } from './browser.mjs'
import { openOutside } from './pictures/outside.ts'
import { startProduct } from './pictures/product.ts'
import { furnish } from './pictures/scene.ts'
import type { Screen } from './pictures/screen.ts'
import { screensOf } from './pictures/screens.ts'

const { values: asked } = parseArgs({
  options: {
    out: { type: 'string', default: join(import.meta.dirname, '../pictures') },
    only: { type: 'string', default: '' },
    theme: { type: 'string' },
    empty: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
})

const looks = {
  light: { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  dark: { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: 'light', hasTouch: true, isMobile: true },
} as const
type Look = keyof typeof looks

/** The pictures in docs/pictures: a screen and how it looks. */
const kept: [string, Look][] = [
  ['desk', 'light'],
  ['content', 'light'],
  ['article', 'light'],
  ['ai-answers', 'dark'],
  ['approval', 'dark'],
  ['desk', 'phone'],
]
const documents = join(import.meta.dirname, '../docs/pictures')

const outside = asked.empty ? undefined : await openOutside()
const product = await startProduct('Example Press', { demo: !asked.empty, ...(outside && { env: outside.env }) })
const found = await browserPath()
Object.assign(process.env, found?.env)
const browser = await chromium.launch({
  ...(found ? { executablePath: found.path } : {}),
  args: ['--no-sandbox', '--font-render-hinting=none'],
})
try {
  const scene = outside && (await furnish(product, outside))
  const screens = await screensOf(await (await signedIn('light')).newPage(), product, scene)
  if (asked.keep) await keepSome(screens)
  else await takeAll(screens, resolve(asked.out))
} finally {
  await browser.close()
  await product.stop()
  await outside?.close()
}

async function takeAll(screens: readonly Screen[], folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const names = Object.keys(looks).filter((look): look is Look => asked.theme === undefined || look === asked.theme)
  let count = 0
  for (const look of names) {
    const [context, door] = [await signedIn(look), await browser.newContext(options(look))]
    for (const screen of screens.filter(({ name }) => name.includes(asked.only))) {
      const page = await openScreen(screen.isDoor ? door : context, screen)
      await wholePage(page, looks[look].viewport)
      await page.screenshot({ path: join(folder, `${screen.name}-${look}.png`) })
      await page.close()
      count++
    }
    await context.close()
    await door.close()
  }
  console.log(`${count} pictures in ${folder}`)
}

/** Makes the window as high as its page: what stays at an edge is there in the picture, too. */
async function wholePage(page: Page, { width, height }: { width: number; height: number }): Promise<void> {
  const content = await page.evaluate(() => document.documentElement.scrollHeight)
  if (content > height) await page.setViewportSize({ width, height: Math.min(content, 4000) })
  await settled(page)
}

async function keepSome(screens: readonly Screen[]): Promise<void> {
  await mkdir(documents, { recursive: true })
  for (const [name, look] of kept) {
    const screen = screens.find((one) => one.name === name)
    if (screen === undefined) throw new Error(`There is no screen ${name}`)
    const context = await signedIn(look)
    const page = await openScreen(context, screen)
    const file = join(documents, `${name}-${look}.webp`)
    await sharp(await page.screenshot())
      .webp({ quality: 80, effort: 6 })
      .toFile(file)
    await context.close()
    console.log(file)
  }
}

/** Opens a screen and waits for what it loads; says what its console reports. */
async function openScreen(context: BrowserContext, { name, path, act }: Screen): Promise<Page> {
  const page = await context.newPage()
  page.on('console', (message) => message.type() === 'error' && console.log(`${name}: ${message.text()}`))
  page.on('pageerror', (error) => console.log(`${name}: ${error}`))
  countTraffic(page)
  await page.goto(`${product.origin}${path}`)
  try {
    await page.locator('h1').first().waitFor({ timeout: 10_000 })
    await settled(page)
    page.setDefaultTimeout(5000)
    // React shows a placeholder for a third of a second at least.
    await page.locator('main .animate-pulse').first().waitFor({ state: 'detached' })
    if (act !== undefined) await opened(page, act)
  } catch (error) {
    console.log(`${name}: ${String(error).split('\n')[0]}`)
  }
  await settled(page)
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  if (excess > 0) console.log(`${name}: ${excess} px wider than its window`)
  return page
}

/** Does what opens an overlay or a tab. The code of many is loaded then, and its placeholder may be empty. */
async function opened(page: Page, act: (page: Page) => Promise<void>): Promise<void> {
  await act(page)
  await settled(page)
  await page.waitForTimeout(500)
}

async function signedIn(look: Look): Promise<BrowserContext> {
  const context = await browser.newContext(options(look))
  await context.addCookies(product.cookies)
  return context
}

function options(look: Look) {
  return { ...looks[look], reducedMotion: 'reduce', locale: 'en-GB', timezoneId: 'UTC' } as const
}
