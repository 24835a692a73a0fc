import type { AnyRoute } from '@tanstack/react-router'

/** The groups of the navigation in their order; `Settings` has a navigation of its own. */
export const groups = ['Desk', 'Write', 'Measure', 'Run', 'Settings'] as const

/** What a route says about its screen: the navigation, the path of the top bar and the palette follow from it. */
export type Screen = {
  label: string
  group: (typeof groups)[number]
  /** The screen from whose head it is reached: it is in the path and the palette, not in the navigation. */
  under?: string
  /** After `g`, this letter leads here. */
  key?: string
  /** Other words that find it in the palette. */
  words?: string
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    screen?: Screen
    /** Of a record: the screen that lists such records, for the path of the top bar. */
    within?: AnyRoute
  }
}

export type NamedScreen = Screen & { to: string }

/** The screens of a route tree that need nothing but an organization, in the order of their routes. */
export function screensOf(routes: Readonly<Record<string, AnyRoute>>): NamedScreen[] {
  return Object.values(routes).flatMap((route) => {
    const screen = route.options.staticData?.screen
    return screen ? [{ ...screen, to: route.fullPath }] : []
  })
}
