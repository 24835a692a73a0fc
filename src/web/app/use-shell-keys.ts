import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'

import { overlay } from '#web/app/overlay.ts'
import { useScreens } from '#web/app/use-screens.ts'
import { useOrganization } from '#web/context.ts'
import { useSingleKeys } from '#web/parts/single-keys.ts'

/** The keys of every screen: Ctrl or Cmd with K opens the palette, `g` and a letter go somewhere, `/` searches, `?` lists the keys. */
export function useShellKeys(): void {
  const navigate = useNavigate()
  const { slug } = useOrganization()
  const screens = useScreens()
  useSingleKeys({
    ...Object.fromEntries(
      screens.flatMap(({ key, label, to }) =>
        key
          ? [[`g ${key}`, { label: `Go to ${label}`, run: () => void navigate({ to, params: { orgSlug: slug } }) }]]
          : [],
      ),
    ),
    '/': { label: 'Search the list', run: () => document.querySelector<HTMLElement>('[role=search] input')?.focus() },
    '?': { label: 'Show the keys', run: () => overlay.set('keys') },
  })
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      if (!document.querySelector('dialog[open]')) overlay.set('palette')
    }
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  }, [])
}
