import type { Device, Measured } from '#kernel/browser.ts'

/** What the process of the lab is asked for, and all that it needs for it. */
export type LabTask = {
  /** Addresses of the modules. */
  puppeteer: string
  lighthouse: string | undefined
  executable: string
  args: string[]
  env: Record<string, string>
  /** A folder of its own. */
  profile: string
  url: string
} & ({ kind: 'render'; mostCharacters: number } | { kind: 'measure'; device: Device })

/** What it says: first the browser that it has started, then what came out. */
export type LabMessage = { browser: number } | { html: string } | { measured: Measured } | LabFailure
export type LabFailure = { failed: string; at: 'browser' | 'page' }
