import { z } from 'zod'

/** What `.env.example`, reports of faults and the documentation say about a variable. */
export type About = {
  description: string
  example: string
  /** The value when it is not set. */
  unset: string
}

/** Holds what is said about the variables of one group. */
export function groupOfVariables() {
  return z.registry<About>()
}
