import { existsSync } from 'node:fs'

import { installLine } from '#kernel/browser.ts'
import { installedParts } from '#platform/browser/installed-parts.ts'
import type { Config } from '#platform/config/config.ts'

import { type Check, fine, warning } from './check.ts'

const name = 'browser'

/** Whether pages can be shown and measured. That is an option: an installation without it is fine. */
export function checkBrowser(config: Config['browser'], folders?: readonly string[]): Check {
  const { chromePath } = config
  if (chromePath !== null && !existsSync(chromePath))
    return warning(name, 'CHROME_PATH names no file.', `Correct it, or remove it and run: ${installLine}`)
  const parts = installedParts({ ...config, ...(folders && { folders }) })
  const missing = [
    ...(parts.hasExecutable() ? [] : ['a browser']),
    ...(parts.puppeteer() === undefined ? ['puppeteer-core'] : []),
    ...(parts.lighthouse() === undefined ? ['lighthouse'] : []),
  ]
  if (missing.length === 0)
    return fine(name, 'A browser and Lighthouse are installed: pages can be rendered and measured.')
  const lacks = missing.includes('a browser') || missing.includes('puppeteer-core')
  const without = lacks ? 'page speed, screenshots and rendered words' : 'page speed'
  return fine(
    name,
    `Not installed: ${missing.join(', ')}. Without it there is no ${without}. To have it: ${installLine}`,
  )
}
