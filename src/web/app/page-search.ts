/** A list whose address holds a state and a page, and nothing else. */
export type PageSearch = { state?: string; page?: number }

/** Reads them from an address; only the states that the list knows. */
export const pageSearch =
  (states: readonly string[]) =>
  (given: Record<string, unknown>): PageSearch => {
    const state = states.find((name) => name === given['state'])
    const page = Number(given['page'])
    return { ...(state === undefined ? {} : { state }), ...(Number.isSafeInteger(page) && page > 1 ? { page } : {}) }
  }
