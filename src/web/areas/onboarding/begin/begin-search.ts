import { oneOf, searchBy } from '#web/address.ts'

export const beginnings = ['website', 'content', 'agent'] as const

/** Which step of the set-up is open. */
export const beginSearch = searchBy({ step: oneOf(beginnings, 'website') })
