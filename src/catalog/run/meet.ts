import { personOfSession, touchSession } from '#areas/account/index.ts'
import { Refusal } from '#kernel/errors.ts'
import type { AnyProcedure, Person } from '#kernel/procedure.ts'
import { hashOf, isToken } from '#kernel/tokens.ts'

import type { PersonCall, PersonMet, PersonTrace } from './person-call.ts'
import type { ProcedureKit } from './procedure-kit.ts'
import { requireElevation, somebodyElse, tooManyRequests } from './refusals.ts'

const minute = 60_000
const callsPerMinute = 1200

/** The first steps of a person's own call: what is called, by whom, how often, and whether soon after the password. */
export async function meet(kit: ProcedureKit, trace: PersonTrace, call: PersonCall): Promise<PersonMet> {
  const procedure = kit.procedures.get(call.procedure)
  if (procedure === undefined) throw new Error(`There is no procedure ${call.procedure}`)
  const met: PersonMet = { call, procedure, person: await whoCalls(kit, procedure, call) }
  trace.met = met
  await limit(kit, trace, met)
  if (procedure.elevated === true) requireElevation(met.person?.elevatedUntil, kit.now())
  return met
}

async function whoCalls(
  kit: ProcedureKit,
  { asks }: AnyProcedure,
  { token, pageOf }: PersonCall,
): Promise<Person | null> {
  if (asks === 'nobody') return null
  const person = token === undefined || !isToken(token) ? null : await signedIn(kit, token)
  if (person === null && asks === 'person')
    throw new Refusal('unauthenticated', 'Nobody is signed in here. Sign in first.')
  if (person !== null && pageOf !== undefined && pageOf !== person.userId) throw somebodyElse()
  return person
}

function signedIn({ database, now }: ProcedureKit, token: string): Promise<Person | null> {
  return database.asIdentity(async (db) => {
    const found = await personOfSession(db, hashOf(token), now())
    if (found === undefined) return null
    const { sessionId, user, isOperator, activeOrganizationId, elevatedUntil, hasSecondFactor, lastSeenAt } = found
    await touchSession(db, { id: sessionId, lastSeenAt }, now())
    return {
      userId: user.id,
      sessionId,
      email: user.email,
      displayName: user.displayName,
      isOperator,
      activeOrganizationId,
      elevatedUntil,
      hasSecondFactor,
    }
  })
}

async function limit({ limiter }: ProcedureKit, trace: PersonTrace, { call, person }: PersonMet): Promise<void> {
  const id = person === null ? `anybody:${call.browser.addressPrefix}` : `person:${person.userId}`
  const { allowed, resetMs } = await limiter.hit(id, callsPerMinute, minute)
  if (allowed) return
  trace.isThrottled = true
  throw tooManyRequests(resetMs)
}
