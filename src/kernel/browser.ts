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
}

/** Where there is none. */
export const noBrowser: Browser = {
  isAvailable: async () => false,
  capture: () => Promise.reject(new Error('no browser was given here')),
}
