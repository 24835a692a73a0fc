import { lazy, Suspense, useEffect } from 'react'
import { overlay } from '#web/app/overlay.ts'
import type { SignedIn } from '#web/session.ts'
import { useStore } from '#web/store.ts'

const loadPalette = () => import('#web/app/palette/palette.tsx')
const Palette = lazy(loadPalette)
const KeyList = lazy(() => import('#web/app/key-list.tsx'))

/** How long after the screen the palette is loaded, in ms. */
const idle = 1000

/** What opens over every screen; its code is loaded when nothing else is. */
export function Overlays({ session }: { session: SignedIn }) {
  const open = useStore(overlay)
  const close = () => overlay.set(null)
  // What is typed right after Ctrl K must find the box.
  useEffect(() => {
    const timer = setTimeout(() => void loadPalette().catch(() => {}), idle)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Suspense>
      {open === 'palette' && <Palette session={session} onClose={close} />}
      {open === 'keys' && <KeyList onClose={close} />}
    </Suspense>
  )
}
