import type { Access } from './access.ts'
import { agentsPage } from './agents-page.ts'
import { Refusal } from './errors.ts'
import { ceilingOf, type Scope, scopes } from './scope.ts'

/** Why a caller may not do what this scope is for, or undefined when it may: credential and role as of now. */
export function scopeObjection(scope: Scope, access: Access): Refusal | undefined {
  return scopesObjection([scope], access)
}

/** The same for what needs several scopes: one refusal names all that are missing, so that they are asked for together. */
export function scopesObjection(needed: readonly Scope[], access: Access): Refusal | undefined {
  const missing = scopes.filter((scope) => needed.includes(scope) && !access.scopes.includes(scope))
  if (missing.length === 0) return undefined
  const beyond = missing.filter((scope) => !ceilingOf[access.role].includes(scope))
  if (beyond.length > 0) {
    return new Refusal(
      'role_forbidden',
      `The role ${access.role} does not include ${listed(beyond)}. An administrator can change the role.`,
      { role: access.role, requiredScopes: beyond },
    )
  }
  const asked = scopes.filter((one) => missing.includes(one) || access.grantedScopes.includes(one))
  const words = `the scope${missing.length === 1 ? '' : 's'} ${listed(missing)}`
  return new Refusal('insufficient_scope', `This needs ${words}, which the credential does not have.`, {
    requiredScopes: missing,
    grantedScopes: access.grantedScopes,
    ...(access.actor.credentialType === 'oauth'
      ? { scope: asked.join(' '), howToFix: widenConnection(missing, access) }
      : { howToFix: `Create an API key with ${listed(missing)} in ${agentsPage}.` }),
  })
}

// Many clients ignore the challenge and show only the body.
function widenConnection(missing: readonly Scope[], { withheldScopes = [] }: Access): string {
  const words = listed(missing)
  if (missing.every((scope) => withheldScopes.includes(scope)))
    return `The connection has ${words}, but the client asked for fewer scopes when it refreshed this token. Refresh the token without naming scopes: nobody has to agree again.`
  return `Ask a person to add ${words} to this connection in ${agentsPage}, or connect again and ask for ${missing.length === 1 ? 'it' : 'them'}.`
}

const listed = (names: readonly Scope[]) => names.join(', ')
