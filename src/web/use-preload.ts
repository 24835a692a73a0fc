import { useEffect } from 'react'

import { firstScreen, whenIdle } from '#web/first-screen.ts'
import { preload } from '#web/parts/late.ts'

/** Loads the code of parts that are often opened here, once the first screen is drawn and the browser has nothing to do. */
export function usePreload(...parts: readonly object[]): void {
  useEffect(() => {
    let isGone = false
    void firstScreen.then(() => whenIdle(() => isGone || preload(...parts)))
    return () => void (isGone = true)
  }, parts)
}
