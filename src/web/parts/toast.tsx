import { Suspense } from 'react'

import { late } from '#web/parts/late.ts'
import type { Toast } from '#web/parts/toast-region.tsx'
import { createStore, useStore } from '#web/store.ts'
import { usePreload } from '#web/use-preload.ts'

const Region = late(() => import('#web/parts/toast-region.tsx'))

const shown = createStore<readonly Toast[]>([])
let count = 0

/** Says what was done, for 8 seconds, with an undo where there is one. It never takes the focus. What is said again is said once. */
export function toast(text: string, action?: Toast['action']): void {
  const others = shown.get().filter((one) => one.action || one.text !== text)
  shown.set([...others.slice(-2), { id: ++count, text, ...(action ? { action } : {}) }])
}

/** Where toasts appear: once, in the shell, above dialogs too. */
export function Toasts() {
  const toasts = useStore(shown)
  usePreload(Region)
  return (
    toasts.length > 0 && (
      <Suspense>
        <Region toasts={toasts} onClose={close} />
      </Suspense>
    )
  )
}

function close(id: number): void {
  shown.set(shown.get().filter((toast) => toast.id !== id))
}
