import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'

import { screensOf, type NamedScreen, type Screen } from '#web/app/screens.ts'

/** The screens that a navigation shows: all of them, or those of one group. */
export function useScreens(group?: Screen['group']): NamedScreen[] {
  const { routesById } = useRouter()
  return useMemo(
    () => screensOf(routesById).filter((screen) => group === undefined || screen.group === group),
    [routesById, group],
  )
}
