import type { Limiter } from '#kernel/access.ts'
import type { Writer } from '#kernel/database.ts'
import type { Log } from '#kernel/log.ts'
import type { Mail } from '#kernel/mail.ts'
import type { Passwords } from '#kernel/passwords.ts'
import type { AnyProcedure } from '#kernel/procedure.ts'
import type { Sealing } from '#kernel/sealing.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'

import type { ThrottledCalls } from './throttled.ts'

export type ProcedureRunnerParts = {
  procedures: ReadonlyMap<string, AnyProcedure>
  database: TenantDatabase
  limiter: Limiter
  throttled: Pick<ThrottledCalls, 'countAs'>
  passwords: Passwords
  attempts: Limiter & { forget(id: string): Promise<void> }
  mail: Mail
  sealing: Sealing
  isSignUpOpen: boolean
  /** Gives a new organization what other areas own. */
  furnish(db: Writer): Promise<void>
  baseUrl: () => string
  log: Log
  now?: () => Date
  /** In tests a result field that the output schema does not have is a failure. */
  strictResults?: boolean
}

/** What the steps of a person's own call work with. */
export type ProcedureKit = ProcedureRunnerParts & { now: () => Date }
