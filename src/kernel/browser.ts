import { Refusal } from './errors.ts'

/** A browser that opens pages of other websites. It is an optional package of the installation. */
export type Browser = {
  /** Whether this installation has one; without it a capture is refused with `browser_not_available`. */
  isAvailable(): Promise<boolean>
  /**
   * A picture (PNG, 1280 x 800) of what a page shows at its top. Every request of the page goes through the guard of outbound
   * requests. Errors: 424 `browser_not_available`, 422 `url_not_allowed`, 502 `upstream_failed`. An aborted
   * signal rejects with its reason, never with a refusal.
   */
  capture(address: string, signal: AbortSignal): Promise<Buffer>
  lab: Lab
}

/** As what a page is measured: Lighthouse emulates a phone on a slow network, or a computer on a fast one. */
export const devices = ['mobile', 'desktop'] as const
export type Device = (typeof devices)[number]

/** What Lighthouse measured of a page: milliseconds, `cls` without a unit; null: the page did not show it. */
const labMetrics = ['lcp', 'fcp', 'tbt', 'si', 'ttfb', 'cls'] as const
type LabMetric = (typeof labMetrics)[number]
export type Measured = Record<LabMetric, number | null> & {
  /** 0 to 100. */
  score: number
}

/** Pages in a browser that runs their scripts, in a process that ends afterwards. Errors and guard are those of a capture. */
export type Lab = {
  canRender(): Promise<boolean>
  /** Whether Lighthouse is there, too. */
  canMeasure(): Promise<boolean>
  /** The HTML of a page once its scripts have run, cut after 5,000,000 characters. */
  render(address: string, signal: AbortSignal): Promise<string>
  /** Measures a page once. A process measures one page at a time: the next one waits. */
  measure(address: string, asked: { device: Device; signal: AbortSignal }): Promise<Measured>
}

/** Installs what all of this needs beside the product. */
export const installLine = 'npm install lighthouse@13 @sparticuz/chromium@147'

/** What an installation without a browser, or without Lighthouse, answers. */
export function browserNotAvailable(message = 'This installation has no browser to look at pages with.'): Refusal {
  return new Refusal('browser_not_available', message, {
    howToFix: `An operator installs it next to Masthead: ${installLine}. A browser can also be named with CHROME_PATH.`,
  })
}

const never = () => Promise.reject(browserNotAvailable())

export const noLab: Lab = {
  canRender: async () => false,
  canMeasure: async () => false,
  render: never,
  measure: never,
}

/** Where there is none. */
export const noBrowser: Browser = { isAvailable: async () => false, capture: never, lab: noLab }
