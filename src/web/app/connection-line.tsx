import { useSyncExternalStore } from 'react'

import { useClient } from '#web/context.ts'
import { useStore } from '#web/store.ts'

/** Says when the network is gone and when a call waits for a busy server; otherwise it is empty. */
export function ConnectionLine() {
  const isOnline = useSyncExternalStore(watch, () => navigator.onLine)
  const waiting = useStore(useClient().waiting)
  const text = isOnline
    ? waiting && `The server is busy. Trying again in ${waiting} s.`
    : 'You are offline. What you see may be old.'
  return (
    <div role="status">
      {text && <p className="border-b border-line bg-warn-soft px-4 py-2 text-warn-ink md:px-8">{text}</p>}
    </div>
  )
}

function watch(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
