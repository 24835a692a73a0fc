import type { Page } from '@playwright/test'

/** A picture: an address, and what is pressed before it is taken. */
export type Screen = {
  name: string
  path: string
  act?: (page: Page) => Promise<void>
  /** Nobody is signed in. */
  isDoor?: boolean
}
