import type { QueryClient } from '@tanstack/react-query'

let drawn = () => {}

/** Ends when the first screen of this tab is drawn: what nobody waits for is loaded after it (web.md#what-nobody-waits-for). */
export const firstScreen = new Promise<void>((resolve) => (drawn = resolve))

/** How long the reads of a screen may take before the rest is loaded all the same, in ms. */
const patience = 5000

/** Begins when the frame is there and its screen has asked for what it shows; calls `then` when that has come and is drawn. */
export function watchFirstScreen(queries: QueryClient, then = drawn): void {
  const isReading = () => queries.isFetching() > 0
  // What shows a read hears of it in a task of its own, and may read more.
  const look = () => isReading() || setTimeout(() => whenIdle(() => isReading() || end()))
  const stop = queries.getQueryCache().subscribe(look)
  const end = () => {
    stop()
    then()
  }
  setTimeout(end, patience)
  look()
}

/** Calls when the browser has nothing to do; Safari calls soon. */
export const whenIdle = globalThis.requestIdleCallback ?? setTimeout
