import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import type { Page } from '@playwright/test'
import type axeCore from 'axe-core'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const axeRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

type Axe = typeof axeCore

/** The faults that axe finds on a page, as sentences. */
export async function axe(page: Page): Promise<string[]> {
  // Evaluated code is not subject to the page's security policy.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource)
  return page.evaluate(async (rules) => {
    const { run } = Reflect.get(globalThis, 'axe') as Axe
    // Only faults are described in full: the rest is most of the work, and nobody reads it.
    const { violations } = await run(document, { runOnly: rules, resultTypes: ['violations'] })
    return violations.map(
      ({ id, help, nodes }) => `${id}: ${help}, at ${nodes.map(({ target }) => target).join(' ; ')}`,
    )
  }, axeRules)
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
