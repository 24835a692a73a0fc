import type { UseQueryResult } from '@tanstack/react-query'

import { type Me, MemberTable, MemberTableSkeleton } from '#web/areas/organizations/members/member-table.tsx'
import type { MembersSearch } from '#web/areas/organizations/members/members-search.ts'
import type { OpenDialog } from '#web/areas/organizations/members/open-dialog.ts'
import type { ConnectedAgent, ListOf, Member } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { ListBody } from '#web/parts/list-body.tsx'
import { SearchBox } from '#web/parts/search-box.tsx'

type Props = {
  members: UseQueryResult<ListOf<Member>>
  agents: readonly ConnectedAgent[]
  me: Me
  mayManage: boolean
  /** Whether something else that the rows show is still unknown. */
  isWaiting: boolean
  asked: MembersSearch
  onAsk(next: MembersSearch): void
  onOpen(dialog: OpenDialog): void
}

/** Who works here, with a search over names and addresses. */
export function MemberList({ members, agents, me, mayManage, isWaiting, asked, onAsk, onOpen }: Props) {
  return (
    <section aria-label="Members">
      <div className="flex flex-wrap items-center gap-3 pb-3">
        <div className="flex flex-1 sm:max-w-80">
          <SearchBox
            label="Search members"
            hint="Name or email"
            value={asked.search ?? ''}
            onSearch={(search) => onAsk({ search })}
          />
        </div>
        <p className="ml-auto text-sm text-muted tabular-nums max-sm:hidden">
          {members.data && counted(members.data.total)}
        </p>
      </div>
      <ListBody
        list={members}
        skeleton={<MemberTableSkeleton />}
        isWaiting={isWaiting}
        empty={() => (
          <EmptyState title="Nobody matches" action={<Button onClick={() => onAsk({})}>Clear the search</Button>}>
            No member has “{asked.search}” in the name or address.
          </EmptyState>
        )}
        onPage={(page) => onAsk({ ...asked, page })}
      >
        {({ items }) => (
          <MemberTable
            members={items}
            agents={agents}
            me={me}
            mayManage={mayManage}
            onRole={(member, role) => onOpen({ what: 'role', member, role })}
            onRemove={(member) => onOpen({ what: 'remove', member })}
          />
        )}
      </ListBody>
    </section>
  )
}

function counted(total: number): string {
  return total === 1 ? '1 member' : `${total.toLocaleString('en')} members`
}
