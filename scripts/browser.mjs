import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']

/**
 * Where a Chromium for the tests is, with the environment it needs: `CHROME_PATH`, the bundled package (Linux x64), a browser
 * on `PATH` (which comes first with `SYSTEM_CHROME=1`). Null leaves the choice to Playwright.
 * @returns {Promise<{ path: string, env: Record<string, string> } | null>}
 */
export async function browserPath() {
  const own = process.env.CHROME_PATH ?? (process.env.SYSTEM_CHROME && onPath())
  if (own) return { path: own, env: {} }
  if (process.platform === 'linux' && process.arch === 'x64') return bundledBrowser()
  const path = onPath()
  return path ? { path, env: {} } : null
}

function onPath() {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => existsSync(path))
}

async function bundledBrowser() {
  const cache = resolve(import.meta.dirname, '../node_modules/.cache/chromium')
  mkdirSync(cache, { recursive: true })
  // The package unpacks into the system's temporary folder, and brings its own nss and nspr only with this switch.
  const before = process.env.TMPDIR
  process.env.TMPDIR = cache
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs20.x'
  const { default: chromium } = await import('@sparticuz/chromium')
  const path = await chromium.executablePath()
  if (before === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = before

  // Its own fonts.conf names fixed folders: without this one all text has size zero.
  const fonts = resolve(cache, 'fonts.conf')
  writeFileSync(
    fonts,
    `<?xml version="1.0"?><fontconfig><dir>${cache}/fonts</dir><cachedir>${cache}/fc</cachedir></fontconfig>`,
  )
  return {
    path,
    env: { LD_LIBRARY_PATH: resolve(cache, 'al2023/lib'), FONTCONFIG_FILE: fonts, FONTCONFIG_PATH: cache },
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log((await browserPath())?.path ?? 'none')
}
