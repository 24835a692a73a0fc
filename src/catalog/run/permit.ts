import type { Access } from '#kernel/access.ts'
import { Refusal } from '#kernel/errors.ts'
import type { AnyOperation } from '#kernel/operation.ts'
import { scopeObjection } from '#kernel/scope-objection.ts'
import { isAtLeast } from '#kernel/scope.ts'

export type Door = 'rest' | 'mcp' | 'app' | 'cli'

/** Agents of a suspended organization may do nothing (organizations.md#suspended-organizations). */
export function suspension({ organization, actor }: Access): Refusal | undefined {
  if (!organization.suspended || actor.kind === 'user') return undefined
  return new Refusal(
    'organization_suspended',
    'This organization is suspended. The operator of the installation can say why, and lift it.',
  )
}

/** Why a caller may not run an operation, or undefined when it may: scope and role as they are now (organizations.md#roles-and-ceilings). */
export function objection(op: AnyOperation, access: Access, door: Door): Refusal | undefined {
  return suspension(access) ?? permission(op, access, door)
}

function permission(op: AnyOperation, access: Access, door: Door): Refusal | undefined {
  if (op.excluded !== undefined) return roleObjection(op, access)
  if (op.ownRecord === true && door === 'app') return undefined
  return (op.scope === null ? undefined : scopeObjection(op.scope, access)) ?? roleObjection(op, access)
}

function roleObjection(op: AnyOperation, access: Access): Refusal | undefined {
  if (op.role === undefined || isAtLeast(access.role, op.role)) return undefined
  return new Refusal('role_forbidden', `This needs the role ${op.role}; the role here is ${access.role}.`, {
    role: access.role,
    requiredRole: op.role,
  })
}
