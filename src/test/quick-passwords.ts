import { createPasswords } from '#areas/account/index.ts'

/** Passwords hashed as the product does, at a cost that tests can pay hundreds of times. Processes hash at the full cost. */
export const quickPasswords = createPasswords({ ln: 8, r: 8, p: 1 })
