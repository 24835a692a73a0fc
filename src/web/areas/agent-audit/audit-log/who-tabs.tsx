import { Link } from '@tanstack/react-router'

import { type AuditSearch, auditSearch, whos } from '#web/areas/agent-audit/audit-log/audit-search.ts'

/** Whose calls the list shows: agents by default; people can be added. */
export function WhoTabs({ asked }: { asked: AuditSearch }) {
  return (
    <nav aria-label="Whose calls" className="flex gap-4.5 overflow-x-auto sm:-mb-px">
      {whos.map((who) => (
        <Link
          key={who}
          to="/o/$orgSlug/settings/audit-log"
          from="/o/$orgSlug/settings/audit-log"
          search={auditSearch({ ...asked, who, page: 1, record: undefined })}
          activeOptions={{ exact: true }}
          aria-current={(asked.who ?? 'agent') === who ? 'page' : undefined}
          activeProps={{}}
          className="tab-link"
        >
          {labels[who]}
        </Link>
      ))}
    </nav>
  )
}

const labels = { agent: 'Agents', person: 'People', everyone: 'Everyone' }
