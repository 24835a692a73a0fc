import { oneOf, page, searchBy } from '#web/address.ts'

/** A list whose address holds a state and a page, and nothing else: only the states that the list knows. */
export const pageSearch = (states: readonly string[]) => searchBy({ state: oneOf(states), page })
export type PageSearch = ReturnType<ReturnType<typeof pageSearch>>
