import { expect, type Page } from '@playwright/test'

import { settled } from './traffic.ts'

/** The router of the application, as its library leaves it on the page. */
type Router = { history: { push(path: string): void }; state: { status: string; resolvedLocation?: { href: string } } }

/**
 * Goes to a screen and waits until it shows what it loads. Only the first visit of a page loads the application, the others go there
 * as its links do (tests.md#walks-load-once).
 */
export async function visit(page: Page, path: string): Promise<void> {
  const isLoaded = await page.evaluate(() => '__TSR_ROUTER__' in globalThis)
  if (isLoaded) {
    await page.evaluate((path) => (Reflect.get(globalThis, '__TSR_ROUTER__') as Router).history.push(path), path)
    await page.waitForFunction((path) => {
      const { status, resolvedLocation } = (Reflect.get(globalThis, '__TSR_ROUTER__') as Router).state
      return status === 'idle' && resolvedLocation?.href === path
    }, path)
  } else await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  await settled(page)
}
