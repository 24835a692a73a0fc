import { createPasswords } from '#areas/account/index.ts'

/**
 * Passwords hashed as the product does it, at a cost that tests can afford hundreds of times. Real processes pay the full
 * cost.
 */
export const quickPasswords = createPasswords({ ln: 8, r: 8, p: 1 })
