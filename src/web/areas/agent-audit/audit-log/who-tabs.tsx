import { Link } from '@tanstack/react-router'
import { type AuditSearch, auditSearch, whos } from '#web/areas/agent-audit/audit-log/audit-search.ts'

/** Whose calls the list shows: agents by default; people can be added. */
export function WhoTabs({ asked }: { asked: AuditSearch }) {
  return (
    <nav aria-label="Whose calls" className="-m-1 flex overflow-x-auto p-1">
      {whos.map((who) => (
        <Link
          key={who}
          to="/o/$orgSlug/settings/audit-log"
          from="/o/$orgSlug/settings/audit-log"
          search={auditSearch({ ...asked, who, page: 1, record: undefined })}
          activeOptions={{ exact: true }}
          aria-current={(asked.who ?? 'agent') === who ? 'page' : undefined}
          activeProps={{}}
          className="flex min-h-11 items-center rounded-lg px-3 whitespace-nowrap text-muted transition-colors hover:text-foreground aria-[current]:bg-raised aria-[current]:font-medium aria-[current]:text-foreground md:min-h-9"
        >
          {labels[who]}
        </Link>
      ))}
    </nav>
  )
}

const labels = { agent: 'Agents', person: 'People', everyone: 'Everyone' }
