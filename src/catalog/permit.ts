import type { Access } from '#kernel/access.ts'
import { Refusal } from '#kernel/errors.ts'
import type { AnyOperation } from '#kernel/operation.ts'
import { ceilingOf, isAtLeast, type Scope, scopes } from '#kernel/scope.ts'

export type Door = 'rest' | 'mcp' | 'app' | 'cli'

/** Agents of a suspended organization may do nothing; people may still sign in and see why (identity.md 3). */
export function suspension({ organization, actor }: Access): Refusal | undefined {
  if (!organization.suspended || actor.kind === 'user') return undefined
  return new Refusal(
    'organization_suspended',
    'This organization is suspended. Its owner can see why in the web application.',
  )
}

/** Why a caller may not run an operation, or undefined when it may: scope and role as of now (identity.md 4). */
export function objection(op: AnyOperation, access: Access, door: Door): Refusal | undefined {
  if (op.excluded !== undefined) return roleObjection(op, access)
  if (op.scope !== null && !(op.ownRecord === true && door === 'app')) {
    const refused = scopeObjection(op.scope, access)
    if (refused !== undefined) return refused
  }
  return roleObjection(op, access)
}

/** Refuses unless credential and role give the scope. */
export function scopeObjection(scope: Scope, access: Access): Refusal | undefined {
  if (access.scopes.includes(scope)) return undefined
  if (!ceilingOf[access.role].includes(scope)) {
    return new Refusal(
      'role_forbidden',
      `The role ${access.role} does not include ${scope}. An administrator can change the role.`,
      { role: access.role, requiredScopes: [scope] },
    )
  }
  const needed = scopes.filter((one) => one === scope || access.grantedScopes.includes(one))
  return new Refusal('insufficient_scope', `This needs the scope ${scope}, which the credential does not have.`, {
    requiredScopes: [scope],
    grantedScopes: access.grantedScopes,
    ...(access.actor.credentialType === 'oauth'
      ? { scope: needed.join(' '), howToFix: widenConnection(scope) }
      : { howToFix: `Create an API key with ${scope} in Settings > Connected agents.` }),
  })
}

// Many clients ignore the challenge and show the body alone (identity.md 10).
function widenConnection(scope: Scope): string {
  return `Ask a person to add ${scope} to this connection in Settings > Connected agents, or connect again and ask for it.`
}

function roleObjection(op: AnyOperation, access: Access): Refusal | undefined {
  if (op.role === undefined || isAtLeast(access.role, op.role)) return undefined
  return new Refusal('role_forbidden', `This needs the role ${op.role}; the role here is ${access.role}.`, {
    role: access.role,
    requiredRole: op.role,
  })
}
