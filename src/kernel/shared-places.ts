/** Places that the processes of an installation share: each is one holder's until it is given back, or until its process ends. */
export type SharedPlaces = {
  /**
   * Waits for one of the places 0 to `count - 1` of a name; the one that came first in this process has it first. Returns how it is
   * given back. Throws the signal's reason once that is aborted.
   */
  take(name: string, count: number, signal?: AbortSignal): Promise<() => void>
}

/** What tells processes of each other's places. */
export type PlaceLocks = {
  /** Locks the first of these that no process holds, and returns it; undefined: each is held. */
  lock(name: string, places: readonly number[]): Promise<number | undefined>
  unlock(name: string, place: number): void
}

/** After how many ms a place that another process may have given back is looked for again. */
const lookAgainMs = 100

/** `line` ends when everybody who came before has a place; `wake` is how the first of the line hears of one that is free. */
type Held = { places: Set<number>; waiting: number; line: Promise<unknown>; wake: () => void }

/** Places of this process alone, or with `locks` of all that have the same ones. */
export function sharePlaces(locks?: PlaceLocks): SharedPlaces {
  const names = new Map<string, Held>()

  async function first(
    name: string,
    held: Held,
    { count, signal }: { count: number; signal?: AbortSignal | undefined },
  ) {
    const all = Array.from({ length: count }, (_, place) => place)
    for (;;) {
      signal?.throwIfAborted()
      const free = all.filter((place) => !held.places.has(place))
      const place = free.length === 0 || locks === undefined ? free[0] : await locks.lock(name, free)
      if (place !== undefined) return place
      await wokenUp(held, { afterMs: free.length > 0 ? lookAgainMs : undefined, signal })
    }
  }

  function forget(name: string, held: Held): void {
    if (held.places.size + held.waiting === 0) names.delete(name)
  }

  return {
    async take(name, count, signal) {
      const held = names.get(name) ?? { places: new Set(), waiting: 0, line: Promise.resolve(), wake: () => undefined }
      names.set(name, held)
      held.waiting++
      const mine = held.line
        .then(() => first(name, held, { count, signal }))
        .then((place) => (held.places.add(place), place))
        .finally(() => held.waiting--)
      held.line = mine.catch(() => forget(name, held))
      const place = await mine
      return () => {
        if (!held.places.delete(place)) return
        locks?.unlock(name, place)
        held.wake()
        forget(name, held)
      }
    },
  }
}

/** Until this process gives one back, some time has passed, or the signal is aborted. */
async function wokenUp(
  held: Held,
  { afterMs, signal }: { afterMs: number | undefined; signal: AbortSignal | undefined },
) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const wake = () => resolve()
  held.wake = wake
  const timer = afterMs === undefined ? undefined : setTimeout(wake, afterMs)
  signal?.addEventListener('abort', wake)
  await promise
  clearTimeout(timer)
  signal?.removeEventListener('abort', wake)
}
