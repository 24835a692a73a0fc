import { scopeLabel } from '#web/areas/account/api-access/scope-words.ts'
import { roleLabel } from '#web/areas/organizations/role-words.ts'
import { useOrganization } from '#web/context.ts'
import type { Approval } from '#web/operations.ts'
import { Notice } from '#web/parts/notice.tsx'

/** Why this person cannot decide, and who can. */
export function WhyNot({ approval: { role, scopes, whyNot } }: { approval: Approval }) {
  const own = useOrganization().role
  const needs = [
    ...(role === 'viewer' ? [] : [`the role ${roleLabel(role)}`]),
    ...(scopes.length === 0 ? [] : [`the right to “${scopes.map(scopeLabel).join('” and “')}”`]),
  ]
  return (
    <div className="mt-4">
      <Notice tone="info">
        <p className="font-medium">You cannot decide this.</p>
        <p className="mt-1">
          Only who could do it in person decides{needs.length > 0 && `: that takes ${needs.join(' and ')}`}. Your role
          here is {roleLabel(own)}. {whyNot ?? 'An owner or admin can decide, or give you another role.'}
        </p>
      </Notice>
    </div>
  )
}
