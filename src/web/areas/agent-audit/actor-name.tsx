import { Link } from '@tanstack/react-router'

import { visibleText } from '#std/visible-text.ts'
import { isByAgent } from '#web/areas/agent-audit/by-agent.ts'
import { useOrganization } from '#web/context.ts'
import type { AuditRecord } from '#web/operations.ts'
import { Who } from '#web/parts/who.tsx'

type Props = { record: Pick<AuditRecord, 'credentialType' | 'credentialId'>; name: string }

/** Who acted; the name of an agent leads to its page. */
export function ActorName({ record, name }: Props) {
  const { slug } = useOrganization()
  const { credentialId } = record
  const isAgent = isByAgent(record)
  const shown = <Who isAgent={isAgent}>{visibleText(name)}</Who>
  if (!isAgent || credentialId === undefined) return shown
  return (
    <Link
      to="/o/$orgSlug/agents/$agent"
      params={{ orgSlug: slug, agent: credentialId }}
      search={{}}
      className="hover:underline"
    >
      {shown}
    </Link>
  )
}
