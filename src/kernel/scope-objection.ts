import type { Access } from './access.ts'
import { agentsPage } from './agents-page.ts'
import { Refusal } from './errors.ts'
import { ceilingOf, type Scope, scopes } from './scope.ts'

/** Why a caller may not do what this scope is for, or undefined when it may: credential and role as of now. */
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
      ? { scope: needed.join(' '), howToFix: widenConnection(scope, access) }
      : { howToFix: `Create an API key with ${scope} in ${agentsPage}.` }),
  })
}

// Many clients ignore the challenge and show only the body.
function widenConnection(scope: Scope, { withheldScopes = [] }: Access): string {
  if (withheldScopes.includes(scope))
    return `The connection has ${scope}, but the client asked for fewer scopes when it refreshed this token. Refresh the token without naming scopes: nobody has to agree again.`
  return `Ask a person to add ${scope} to this connection in ${agentsPage}, or connect again and ask for it.`
}
