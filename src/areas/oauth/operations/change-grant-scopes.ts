import { z } from 'zod'

import { findGrant, setGrantScopes } from '#areas/oauth/grants.ts'
import type { Access } from '#kernel/access.ts'
import { agentsPage } from '#kernel/agents-page.ts'
import { Refusal } from '#kernel/errors.ts'
import { operation } from '#kernel/operation.ts'
import { requireSecondFactor } from '#kernel/require-second-factor.ts'
import { id } from '#kernel/schema.ts'
import { ceilingOf, type Scope, scopes } from '#kernel/scope.ts'

export const changeGrantScopes = operation({
  name: 'changeGrantScopes',
  title: 'Narrow or widen what an OAuth client may do',
  summary:
    'Sets the scopes of a grant, from the next request on. Its person can widen it within their own role; an administrator can only narrow it.',
  excluded: 'auth_internals',
  instead: `open ${agentsPage} in the web application`,
  role: 'viewer',
  risk: 'write',
  errors: ['not_found', 'role_forbidden', 'invalid_transition'],
  input: z.strictObject({ grantId: id('grant'), scopes: z.array(z.enum(scopes)).min(1).max(scopes.length) }),
  output: z.object({ id: id('grant'), scopes: z.array(z.enum(scopes)) }),

  async handle({ db, access, actor, now }, { grantId, scopes: wanted }) {
    const grant = await findGrant(db, grantId, now)
    if (grant === undefined) throw new Refusal('not_found', 'There is no such grant. listConnectedAgents lists them.')
    if (grant.status !== 'active')
      throw new Refusal('invalid_transition', `This grant is ${grant.status}: the client must ask for consent again.`, {
        state: grant.status,
        allowed: [],
      })
    const added = wanted.filter((scope) => !grant.scopes.includes(scope))
    if (grant.userId === actor.userId) requireWithinCeiling(added, wanted, access)
    else requireNarrower(added, access)
    if (added.length > 0) requireSecondFactor(access)

    const changed = scopes.filter((scope) => wanted.includes(scope))
    if (!(await setGrantScopes(db, grantId, changed))) throw new Error('The grant of this transaction is not there')
    return { id: grantId, scopes: changed }
  },
})

function requireWithinCeiling(added: readonly Scope[], wanted: readonly Scope[], access: Access): void {
  const beyond = added.filter((scope) => !ceilingOf[access.role].includes(scope))
  if (beyond.length === 0) return
  throw new Refusal(
    'validation_failed',
    'A grant cannot have more scopes than the role of its person.',
    beyond.map((scope) => ({
      path: `/input/scopes/${wanted.indexOf(scope)}`,
      message: `The role ${access.role} does not include ${scope}`,
      code: 'scope_not_allowed',
    })),
  )
}

// Nobody else gives away in a person's name what that person did not consent to (oauth.md#widening-is-a-persons-own).
function requireNarrower(added: readonly Scope[], access: Access): void {
  if (access.scopes.includes('org:write') && added.length === 0) return
  throw new Refusal(
    'role_forbidden',
    'Only the person who connected this client can widen it; an administrator can narrow it.',
    { role: access.role, ...(added.length === 0 ? { requiredScopes: ['org:write'] } : {}) },
  )
}
