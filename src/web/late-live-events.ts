import type { QueryClient } from '@tanstack/react-query'

import { firstScreen } from '#web/first-screen.ts'
import type { LiveCall, LiveEvents } from '#web/live-events.ts'
import { patiently } from '#web/parts/late.ts'
import { createStore } from '#web/store.ts'

/** The live events of a tab: what follows them is loaded after the first screen (web.md#what-nobody-waits-for). */
export function createLateLiveEvents(queries: QueryClient): LiveEvents {
  const isOpen = createStore(false)
  const listeners = new Set<(call: LiveCall) => void>()
  let loaded: Promise<LiveEvents> | undefined
  const load = () =>
    (loaded ??= firstScreen.then(async () => {
      const { createLiveEvents } = await patiently(() => import('#web/live-events.ts'))
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
