type Found = { path: string; env: Record<string, string> }

/** The Chromium of the browser journeys, for tests that drive it themselves. */
export async function testChromium(): Promise<Found> {
  const script = new URL('../../scripts/browser.mjs', import.meta.url).href
  const { browserPath } = (await import(script)) as { browserPath(): Promise<Found | null> }
  const found = await browserPath()
  if (found === null) throw new Error('there is no browser for the tests: set CHROME_PATH')
  return { path: found.path, env: { PATH: '/usr/bin:/bin', ...found.env } }
}
