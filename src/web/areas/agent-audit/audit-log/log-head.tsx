import type { AuditSearch } from '#web/areas/agent-audit/audit-log/audit-search.ts'
import type { AuditChange } from '#web/areas/agent-audit/audit-log/use-audit-search.ts'
import { WhoTabs } from '#web/areas/agent-audit/audit-log/who-tabs.tsx'
import { SearchBox } from '#web/parts/search-box.tsx'
import { Switch } from '#web/parts/switch.tsx'

/** Whose calls, whether new ones appear by themselves, and the search. */
export function LogHead({ asked, onChange }: { asked: AuditSearch; onChange(change: AuditChange): void }) {
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-5 sm:items-end gap-y-3 border-line sm:border-b">
      <WhoTabs asked={asked} />
      <div className="ml-auto sm:mb-2">
        <Switch label="Live" isOn={asked.live === true} onChange={(live) => onChange({ live })} />
      </div>
      <div className="w-full sm:mb-2 sm:w-72">
        <SearchBox
          label="Search the log"
          hint="Key, reason or request id"
          value={asked.search ?? ''}
          onSearch={(search) => onChange({ search })}
        />
      </div>
    </div>
  )
}
