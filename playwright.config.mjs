import { defineConfig } from '@playwright/test'
import { browserPath } from './scripts/browser.mjs'

const browser = await browserPath()
Object.assign(process.env, browser?.env)

export default defineConfig({
  testDir: 'src/test/browser',
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'retain-on-failure',
    launchOptions: {
      ...(browser ? { executablePath: browser.path } : {}),
      args: ['--no-sandbox', '--font-render-hinting=none'],
    },
  },
})
