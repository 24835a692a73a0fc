import { defineConfig } from '@playwright/test'

import { browserPath } from './scripts/browser.mjs'

/** A folder for reports as JSON, in addition to what is printed. */
const reports = process.env.TEST_REPORTS
const browser = await browserPath()
Object.assign(process.env, browser?.env)

export default defineConfig({
  testDir: 'src/test/browser',
  globalSetup: './src/test/browser/global-setup.ts',
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // The sum of CI shows what failed once (tests.md#a-second-try-in-ci).
  retries: process.env.CI ? 1 : 0,
  // What is expected comes within a second, but not next to a build on a small machine.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: reports ? [['list'], ['json', { outputFile: `${reports}/browser.json` }]] : 'list',
  use: {
    contextOptions: { reducedMotion: 'reduce' },
    // To record each test takes longer than many a test: `--trace on` does it where somebody looks for a fault.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(browser ? { executablePath: browser.path } : {}),
      // No name leads out of this machine (tests.md#watched-without-a-route).
      args: [
        // Pages live too briefly for optimized code to pay (tests.md#brief-pages-stay-unoptimized).
        '--js-flags=--no-opt --no-maglev',
        '--no-sandbox',
        '--font-render-hinting=none',
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
      ],
    },
  },
})
