import { keyStatuses, type KeysSearch } from '#web/areas/account/api-access/keys-search.ts'
import { scopeGroups } from '#web/areas/account/api-access/scope-words.ts'
import { Select } from '#web/parts/select.tsx'
import { useOperation } from '#web/use-operation.ts'

type Props = { asked: KeysSearch; isAdmin: boolean; onChange(next: KeysSearch): void }

/** What narrows the list: the status, and for administrators, who see the keys of everybody, creator and scope. */
export function KeyFilters({ asked: before, isAdmin, onChange }: Props) {
  const asked = { ...before, page: undefined }
  return (
    <div className="flex flex-wrap gap-2">
      {isAdmin && (
        <>
          <CreatorFilter value={asked.createdBy ?? ''} onChange={(createdBy) => onChange({ ...asked, createdBy })} />
          <Select
            label="Scope of the keys"
            value={asked.scope ?? ''}
            options={[['', 'Any scope'], ...scopes.map((scope) => [scope, scope] as const)]}
            onChange={(scope) => onChange({ ...asked, scope: scope || undefined })}
          />
        </>
      )}
      <Select
        label="Status of the keys"
        value={asked.status ?? ''}
        options={[['', 'Any status'], ...keyStatuses.map((name) => [name, capitalized(name)] as const)]}
        onChange={(status) => onChange({ ...asked, status: status || undefined })}
      />
    </div>
  )
}

const scopes = scopeGroups.flatMap((group) => group.scopes.map(({ scope }) => scope))

function CreatorFilter({ value, onChange }: { value: string; onChange(userId: string | undefined): void }) {
  const members = useOperation('listMembers', { pageSize: 100 }, { staleTime: 60_000 })
  const known = (members.data?.items ?? []).map(({ userId, name }) => [userId as string, name] as const)
  // Somebody who left, or who is beyond the first hundred, is still what the address asks for.
  const asked = value !== '' && !known.some(([userId]) => userId === value) ? [[value, 'Another person'] as const] : []
  return (
    <Select
      label="Creator of the keys"
      value={value}
      options={[['', 'Created by anyone'], ...asked, ...known]}
      onChange={(userId) => onChange(userId || undefined)}
    />
  )
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
