import { type Browser, browserNotAvailable } from '#kernel/browser.ts'

/** Refuses where the installation cannot measure pages. Errors: `browser_not_available`. */
export async function requireLab({ lab }: Browser): Promise<void> {
  if (await lab.canMeasure()) return
  throw browserNotAvailable('This installation has no Lighthouse to measure pages with.')
}
