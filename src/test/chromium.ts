import { installedParts, type InstalledParts } from '#platform/browser/installed-parts.ts'

type Found = { path: string; env: Record<string, string> }

/** The Chromium of the browser journeys, for tests that drive it themselves. */
async function testChromium(): Promise<Found> {
  const script = new URL('../../scripts/browser.mjs', import.meta.url).href
  const { browserPath } = (await import(script)) as { browserPath(): Promise<Found | null> }
  const found = await browserPath()
  if (found === null) throw new Error('there is no browser for the tests: set CHROME_PATH')
  return { path: found.path, env: { PATH: '/usr/bin:/bin', ...found.env } }
}

/** The same as what an installation has found. */
export async function testParts(): Promise<InstalledParts> {
  const found = await testChromium()
  return { ...installedParts({ chromePath: found.path, keepIn: '' }), executable: async () => found }
}

/** What an installation without any of it finds. */
export const noParts: InstalledParts = {
  executable: async () => undefined,
  hasExecutable: () => false,
  puppeteer: () => undefined,
  lighthouse: () => undefined,
}
