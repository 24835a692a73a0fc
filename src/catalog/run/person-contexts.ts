import type { AuthDb, Writer } from '#kernel/database.ts'
import type { OrganizationId } from '#kernel/ids.ts'
import type { FoundingCtx, Person, PrepareProcedureCtx, ProcedureCtx } from '#kernel/procedure.ts'

import type { PersonMet, Reached } from './person-call.ts'
import type { ProcedureKit } from './procedure-kit.ts'

/** The context of `prepare`. */
export function preparingContext(kit: ProcedureKit, met: PersonMet): PrepareProcedureCtx<'person'> {
  const { passwords, attempts, database } = kit
  return { ...always(kit, met), passwords, attempts, read: (work) => database.asIdentity(work) }
}

/** The context of `handle`: what it says about organizations and the session is passed on. */
export function handlingContext(
  kit: ProcedureKit,
  met: PersonMet,
  told: { db: AuthDb; concerns: (reached: Reached) => void; giveSession: (token: string | null) => void },
): ProcedureCtx<'person'> {
  const credentialId = met.person?.sessionId ?? null
  return {
    ...always(kit, met),
    db: told.db,
    concerns: (organizationId, userId) => told.concerns({ organizationId, userId, credentialId }),
    giveSession: told.giveSession,
  }
}

/** The context of `found`. */
export function foundingContext(
  kit: ProcedureKit,
  met: PersonMet,
  made: { db: Writer; organizationId: OrganizationId },
): FoundingCtx<'person'> {
  return { ...always(kit, met), ...made, furnish: kit.furnish }
}

function always(kit: ProcedureKit, { call, person }: PersonMet) {
  const { log, mail, isSignUpOpen, sealing } = kit
  return {
    // This was checked before: a procedure that asks for a person has one.
    person: person as Person,
    browser: call.browser,
    now: kit.now(),
    requestId: call.requestId,
    baseUrl: kit.baseUrl(),
    log,
    mail,
    isSignUpOpen,
    sealing,
  }
}
