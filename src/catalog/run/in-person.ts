import { isWritten, nameOf, notedRecords } from '#areas/approvals/index.ts'
import type { Access } from '#kernel/access.ts'
import type { BoundRecord, Rehearsal, WaitingCall } from '#kernel/approval.ts'
import { type Code, Refusal } from '#kernel/errors.ts'
import { isObject } from '#std/objects.ts'

import { type Step, tenantOf } from './call.ts'
import type { Kit } from './kit.ts'
import { rehearse, waitingStep } from './rehearsal.ts'
import { confirmStored, permit, requireForInput } from './rules.ts'

/** What the call would do as its agent's; undefined where it would be refused. */
type AsAgent = Pick<Rehearsal, 'effect' | 'bound'> | undefined

/**
 * Why somebody could not make a waiting call in person, or undefined if they could: it is rehearsed as theirs where its handler
 * decides by the caller (approvals.md#approvers-could-do-it). They could not where they are refused, and where less would come of
 * it than of the agent's call.
 */
export async function objectionInPerson(
  kit: Kit,
  waiting: WaitingCall,
  { asAgent, by, isAsAsked }: { asAgent: AsAgent; by: Access; isAsAsked: boolean },
): Promise<Refusal | undefined> {
  try {
    const step = waitingStep(kit, waiting, { access: by, door: 'app' })
    permit(step.op, step.call, kit.now())
    requireForInput(step)
    if (!isAsAsked) await confirmInPerson(kit, step)
    if (step.op.judgesCaller !== true) return undefined
    const inPerson = await rehearseInPerson(kit, step)
    return asAgent === undefined || isAsMuch(inPerson, asAgent) ? undefined : lacksPart(by)
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500) throw error
    // What nobody could do right now says nothing about this person.
    return asAgent !== undefined || isOfPermission(error.code) ? error : undefined
  }
}

// What is stored by now may need another scope.
async function confirmInPerson(kit: Kit, step: Step): Promise<void> {
  if (step.op.confirm?.whenStored === undefined) return
  await kit.database.forOrganization(tenantOf(step.call.access), 'write', async (tx) => {
    tx.discard()
    await confirmStored(step, tx.db)
  })
}

async function rehearseInPerson(kit: Kit, step: Step): Promise<Pick<Rehearsal, 'effect' | 'bound'>> {
  const { effect, inside: bound = [] } = await rehearse(kit, step, notedRecords)
  return { effect, bound }
}

/** Whether it writes every stored record that the agent's call writes, and leaves out nothing more for want of permission. */
function isAsMuch(inPerson: { effect: object; bound: readonly BoundRecord[] }, asAgent: typeof inPerson): boolean {
  const written = new Set(inPerson.bound.map(nameOf))
  const stored = asAgent.bound.filter((record) => isWritten(record) && record[2] > 0)
  return stored.every((record) => written.has(nameOf(record))) && leftOut(inPerson.effect) <= leftOut(asAgent.effect)
}

/** How many parts of an effect say that they were left out for want of permission. */
function leftOut(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + leftOut(one), 0)
  if (!isObject(value)) return 0
  const own = typeof value['code'] === 'string' && isOfPermission(value['code']) ? 1 : 0
  return own + leftOut(Object.values(value))
}

const ofPermission: readonly string[] = ['insufficient_scope', 'role_forbidden'] satisfies Code[]
const isOfPermission = (code: string) => ofPermission.includes(code)

function lacksPart({ role }: Access): Refusal {
  return new Refusal('role_forbidden', `The role ${role} may do only part of this.`, { role })
}
