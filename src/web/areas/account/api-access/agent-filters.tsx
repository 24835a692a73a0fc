import { kindWords, statusWords } from '#web/areas/account/api-access/agent-words.ts'
import { membersQuery } from '#web/areas/account/api-access/agents-query.ts'
import { agentKinds, agentStatuses, type AgentsSearch } from '#web/areas/account/api-access/agents-search.ts'
import { scopeGroups, type ScopeWords } from '#web/areas/account/api-access/scope-words.ts'
import type { AgentsChange } from '#web/areas/account/api-access/use-agents-search.ts'
import { FoldedFilters } from '#web/parts/folded-filters.tsx'
import { SearchBox } from '#web/parts/search-box.tsx'
import { Select } from '#web/parts/select.tsx'
import { useOperation } from '#web/use-operation.ts'

type Props = { asked: AgentsSearch; isAdmin: boolean; onChange(change: AgentsChange): void; onClear(): void }

/**
 * What narrows the list; on a phone everything but the search collapses. Administrators, who see everybody's agents, can
 * choose a person too.
 */
export function AgentFilters({ asked, isAdmin, onChange, onClear }: Props) {
  const { kind, status, person, scope } = asked
  const count = [kind, status, person, scope].filter((value) => value !== undefined).length
  return (
    <div className="flex flex-wrap gap-2 pb-3">
      <div className="flex w-full lg:w-72">
        <SearchBox
          label="Search agents"
          hint="Name, host, person, key"
          value={asked.search ?? ''}
          onSearch={(search) => onChange({ search: search || undefined })}
        />
      </div>
      <FoldedFilters count={count} className="max-md:w-full" onClear={onClear}>
        <Select
          label="Kind of the agents"
          value={kind ?? ''}
          options={[['', 'Keys and apps'], ...agentKinds.map((name) => [name, `${kindWords[name]}s`] as const)]}
          onChange={(chosen) => onChange({ kind: chosen || undefined })}
        />
        <Select
          label="Status of the agents"
          value={status ?? ''}
          options={[['', 'Any status'], ...agentStatuses.map((name) => [name, statusWords[name].label] as const)]}
          onChange={(chosen) => onChange({ status: chosen || undefined })}
        />
        {/* Not as wide as its longest words. */}
        <span className="w-36 max-md:w-full [&>select]:w-full">
          <Select
            label="Access of the agents"
            value={scope ?? ''}
            options={[['', 'Any access'], ...scopeGroups.flatMap(({ scopes }) => scopes.map(scopeOption))]}
            onChange={(chosen) => onChange({ scope: chosen || undefined })}
          />
        </span>
        {isAdmin && <PersonFilter value={person ?? ''} onChange={(chosen) => onChange({ person: chosen })} />}
      </FoldedFilters>
    </div>
  )
}

const scopeOption = ({ scope, label }: ScopeWords) => [scope, label] as const

function PersonFilter({ value, onChange }: { value: string; onChange(userId: string | undefined): void }) {
  const members = useOperation('listMembers', membersQuery, { staleTime: 60_000 })
  const known = (members.data?.items ?? []).map(({ userId, name }): [string, string] => [userId, name])
  // The address may ask for somebody who left, or who is beyond the first hundred.
  const asked = value !== '' && !known.some(([userId]) => userId === value) ? [[value, 'Another person'] as const] : []
  return (
    <Select
      label="Person of the agents"
      value={value}
      options={[['', 'Anybody'], ...asked, ...known]}
      onChange={(userId) => onChange(userId || undefined)}
    />
  )
}
