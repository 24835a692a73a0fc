import { type ComponentType, useCallback, useEffect, useState } from 'react'

import { overlay } from '#web/app/overlay.ts'
import { firstScreen } from '#web/first-screen.ts'
import type { SignedIn } from '#web/session.ts'
import { useStore } from '#web/store.ts'

const loadPalette = () => import('#web/app/palette/palette.tsx')
const loadKeyList = () => import('#web/app/key-list.tsx')

/** What opens over every screen; its code is loaded when nothing else is. */
export function Overlays({ session }: { session: SignedIn }) {
  const open = useStore(overlay)
  const close = () => overlay.set(null)
  const palette = usePart(loadPalette)
  const keys = usePart(loadKeyList)
  // What is typed right after Ctrl K must find the box.
  useEffect(() => void firstScreen.then(palette.load), [palette.load])
  useEffect(() => {
    // Without its code nothing opens, and nothing else is lost.
    const closeUnless = (isLoaded: boolean) => void (isLoaded || overlay.set(null))
    if (open === 'palette') void palette.load().then(closeUnless)
    if (open === 'keys') void keys.load().then(closeUnless)
  }, [open, palette.load, keys.load])
  if (open === 'palette' && palette.Part) return <palette.Part session={session} onClose={close} />
  return open === 'keys' && keys.Part ? <keys.Part onClose={close} /> : null
}

/** A part whose code is loaded when it is asked for; `load` says whether it is there. */
function usePart<P>(module: () => Promise<{ default: ComponentType<P> }>) {
  const [Part, setPart] = useState<ComponentType<P> | null>(null)
  const load = useCallback(async () => {
    const loaded = await module().catch(() => null)
    if (loaded !== null) setPart(() => loaded.default)
    return loaded !== null
  }, [module])
  return { Part, load }
}
