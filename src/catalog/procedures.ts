import * as account from '#areas/account/index.ts'
import * as organizations from '#areas/organizations/index.ts'
import type { AnyProcedure } from '#kernel/procedure.ts'

/** Every procedure of people: excluded from agents, called by the web application alone (operations.md 3.13). */
export const procedures = [
  ...account.procedures,
  ...organizations.procedures,
] as const satisfies readonly AnyProcedure[]

export type Procedures = (typeof procedures)[number]
