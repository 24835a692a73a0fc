import { useState } from 'react'

import { kindWords, statusWords } from '#web/areas/account/api-access/agent-words.ts'
import {
  agentKinds,
  agentsSearch,
  agentStatuses,
  type AgentsSearch,
} from '#web/areas/account/api-access/agents-search.ts'
import { scopeGroups } from '#web/areas/account/api-access/scope-words.ts'
import type { AgentsChange } from '#web/areas/account/api-access/use-agents-search.ts'
import { SearchBox } from '#web/parts/search-box.tsx'
import { type SelectFilter, SelectFilters } from '#web/parts/select-filters.tsx'
import { useMembers } from '#web/whole-list.ts'

type Props = { asked: AgentsSearch; isAdmin: boolean; onChange(change: AgentsChange): void; onClear(): void }

/** What narrows the list. Administrators, who see everybody's agents, can choose a person too. */
export function AgentFilters({ asked, isAdmin, onChange, onClear }: Props) {
  const [isOpened, setOpened] = useState(false)
  const people = usePeople(asked.person, isAdmin && (isOpened || asked.person !== undefined))
  const fields = [
    { key: 'kind', name: 'Kind', options: agentKinds.map((kind) => [kind, `${kindWords[kind]}s`] as const) },
    { key: 'status', name: 'Status', options: agentStatuses.map((one) => [one, statusWords[one].label] as const) },
    { key: 'scope', name: 'Access', options: scopes },
    ...(isAdmin ? [{ key: 'person', name: 'Person', options: people } as const] : []),
  ] as const
  const filters = fields.map(({ key, name, options }): SelectFilter => ({
    name,
    options,
    value: asked[key],
    choose: (value) => onChange({ [key]: agentsSearch({ [key]: value })[key] }),
  }))
  return (
    <div className="filter-row pb-3">
      <SearchBox
        label="Search agents"
        hint="Name, host, person, key"
        value={asked.search ?? ''}
        onSearch={(search) => onChange({ search: search || undefined })}
      />
      <SelectFilters filters={filters} onClear={onClear} onOpen={() => setOpened(true)} />
    </div>
  )
}

const scopes = scopeGroups.flatMap((group) => group.scopes.map(({ scope, label }) => [scope, label] as const))

/** Ids and names of the people whose agents can be asked for. */
function usePeople(asked: string | undefined, isWanted: boolean): (readonly [string, string])[] {
  const members = useMembers({}, { staleTime: 60_000, isWanted })
  const known = (members.items ?? []).map(({ userId, name }) => [userId, name] as const)
  // The address may ask for somebody who left.
  const isOther = asked !== undefined && members.items !== undefined && !known.some(([userId]) => userId === asked)
  return isOther ? [[asked, 'Another person'], ...known] : known
}
