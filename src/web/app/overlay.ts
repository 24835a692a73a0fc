import { createStore } from '#web/store.ts'

/** What is open over every screen: the palette, the list of keys, or nothing. */
export const overlay = createStore<'palette' | 'keys' | null>(null)
