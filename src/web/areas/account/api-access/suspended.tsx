import { useOrganization } from '#web/context.ts'
import { Notice } from '#web/parts/notice.tsx'

/** Why agents are refused, where the organization is suspended (organizations.md#suspended-organizations). */
export function Suspended() {
  if (!useOrganization().suspended) return null
  return (
    <Notice tone="warn">
      This organization is suspended: its agents are refused, and nothing is published by date. Whoever runs this
      installation can say why, and lift it.
    </Notice>
  )
}
