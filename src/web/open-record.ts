import { useEffect, type ReactNode } from 'react'

import { createStore } from '#web/store.ts'

/** The name of the record that is open, for the end of the path in the top bar; null: the screen is a list. */
export const openRecord = createStore<ReactNode>(null)

/** Names the open record in the path for as long as its screen is shown. `shown` is the name as it is drawn, such as in teal. */
export function useRecordInPath(name: string, shown: ReactNode): void {
  useEffect(() => {
    openRecord.set(shown)
    return () => openRecord.set(null)
  }, [name])
}
