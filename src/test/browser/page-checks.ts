import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import { expect, type Page } from '@playwright/test'
import type axeCore from 'axe-core'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const allRules = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
} as const
/** What a theme can change. */
const colorRules = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } as const

type Axe = typeof axeCore

/**
 * Expects what is open to be accessible and within its window, in both themes; it is left in the light one. `picture` names a file
 * for the picture of each.
 */
export async function expectSound(
  page: Page,
  {
    what = '',
    picture,
    fullPage = true,
  }: { what?: string; picture?: (name: string) => string; fullPage?: boolean } = {},
): Promise<void> {
  const isNarrow = (page.viewportSize()?.width ?? 0) < 600
  for (const theme of ['light', 'dark'] as const) {
    // The colours of a screen are the same at every width.
    if (theme === 'dark' && isNarrow && !process.env['PICTURES']) break
    await setTheme(page, theme)
    expect.soft(await axe(page, theme === 'light' ? allRules : colorRules), `${what} ${theme}`).toEqual([])
    expect.soft(await excessWidth(page), `${what} ${theme}`).toBeLessThanOrEqual(0)
    if (picture) await keepPicture(page, picture(`${theme}.png`), { fullPage })
  }
  await setTheme(page, 'light')
}

/** Takes a picture to look at, if asked for by PICTURES=1: a run takes half a minute for all of them. */
export async function keepPicture(page: Page, path: string, options: { fullPage?: boolean } = {}): Promise<void> {
  if (process.env['PICTURES']) await page.screenshot({ path, ...options })
}

/** As a person with the button for it, or by the settings of the system where a page has none. */
async function setTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  await page.evaluate(async (wanted) => {
    if (document.documentElement.dataset['theme']) document.documentElement.dataset['theme'] = wanted
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  }, theme)
}

/** The faults that axe finds on a page, as sentences. */
async function axe(page: Page, rules: typeof allRules | typeof colorRules): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await bringAxe(page)
  return page.evaluate(async (rules) => {
    const { run } = Reflect.get(globalThis, 'axe') as Axe
    // Only faults are described in full: the rest is most of the work, and nobody reads it.
    const { violations } = await run(document, { runOnly: rules as never, resultTypes: ['violations'] })
    return violations.map(
      ({ id, help, nodes }) => `${id}: ${help}, at ${nodes.map(({ target }) => target).join(' ; ')}`,
    )
  }, rules)
}

/**
 * Evaluates axe in a page, which is not subject to its security policy. As a script: `page.evaluate` hands a text to `eval`, which takes
 * twice the processor time.
 */
async function bringAxe(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  // Its value is not described to this process.
  await session.send('Runtime.evaluate', { expression: `${axeSource}\n;undefined` })
  await session.detach()
}

/** How much wider the page is than its window, in CSS pixels. */
export async function excessWidth(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

/** How much of the page has moved since it was opened. */
export async function layoutShift(page: Page): Promise<number> {
  return page.evaluate(async () => {
    let sum = 0
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum += Number(Reflect.get(entry, 'value'))
    })
    observer.observe({ type: 'layout-shift', buffered: true })
    // Earlier entries are delivered as a task: two frames later they are there.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return sum
  })
}
