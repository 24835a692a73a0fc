import type { QueryClient } from '@tanstack/react-query'

import type { LiveCall, LiveEvents } from '#web/live-events.ts'
import { createStore } from '#web/store.ts'

/** The live events of a tab: what follows them is loaded beside the first screen, which does not wait for it. */
export function createLateLiveEvents(queries: QueryClient): LiveEvents {
  const isOpen = createStore(false)
  const listeners = new Set<(call: LiveCall) => void>()
  let loaded: Promise<LiveEvents> | undefined
  const load = () =>
    (loaded ??= import('#web/live-events.ts').then(({ createLiveEvents }) => {
      const live = createLiveEvents({ queries, isOpen })
      live.listen((call) => {
        for (const listener of listeners) listener(call)
      })
      return live
    }))

  return {
    isOpen,
    follow(organizationId, readAt) {
      let stop: (() => void) | null | undefined
      const begin = async () => {
        const live = await load()
        if (stop !== null) stop = live.follow(organizationId, readAt)
      }
      void begin()
      return () => {
        stop?.()
        stop = null
      }
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
