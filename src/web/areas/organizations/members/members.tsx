import { useNavigate, useRouteContext, useSearch } from '@tanstack/react-router'
import { SearchX, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { CancelInvitation } from '#web/areas/organizations/members/cancel-invitation.tsx'
import { ChangeRole } from '#web/areas/organizations/members/change-role.tsx'
import { InvitationList } from '#web/areas/organizations/members/invitation-list.tsx'
import { InvitePeople } from '#web/areas/organizations/members/invite-people.tsx'
import { MemberTable, MemberTableSkeleton } from '#web/areas/organizations/members/member-table.tsx'
import {
  invitationsQuery,
  membersQuery,
  membersSearch,
  type MembersSearch,
} from '#web/areas/organizations/members/members-search.ts'
import { RemoveMember } from '#web/areas/organizations/members/remove-member.tsx'
import { useOrganization } from '#web/context.ts'
import type { Invitation, Member, Role } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { Page } from '#web/parts/page.tsx'
import { Pagination } from '#web/parts/pagination.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { SearchBox } from '#web/parts/search-box.tsx'
import { ViaApi } from '#web/parts/via-api.tsx'
import { useOperation } from '#web/use-operation.ts'

/** Settings > Members: who works here, with which role, and who is invited. */
export function Members() {
  const asked = useSearch({ from: '/o/$orgSlug/settings/members' })
  const navigate = useNavigate({ from: '/o/$orgSlug/settings/members' })
  const { session } = useRouteContext({ from: '/o/$orgSlug' })
  const organization = useOrganization()
  const input = membersQuery(asked)
  const members = useOperation('listMembers', input)
  const invitations = useOperation('listInvitations', invitationsQuery(asked))
  const owners = useOperation('listMembers', { role: 'owner', pageSize: 2 })
  const agents = useOperation('listConnectedAgents', { status: 'active', pageSize: 100 })
  const catalog = useOperation('listOperations', {}, { staleTime: 300_000 })
  const [open, setOpen] = useState<Open>(null)
  const go = (next: MembersSearch) => void navigate({ search: membersSearch(next) })
  const close = () => setOpen(null)

  const manages = catalog.data?.operations.find(({ name }) => name === 'inviteMember')
  // What a row shows about agents, roles and owners comes with it, so that nothing moves afterwards.
  const isPending = [members, agents, owners, catalog].some((query) => query.isPending)
  const isOnlyOwner = organization.role === 'owner' && owners.data?.total === 1
  return (
    <Page
      title="Members"
      lead={`People who work in ${organization.name}. A change of a role counts from their next request on, for their agents too.`}
      actions={
        <>
          <ViaApi name="listMembers" input={input} />
          {manages?.allowed && (
            <Button look="primary" onClick={() => setOpen({ what: 'invite' })}>
              <UserPlus aria-hidden strokeWidth={1.75} /> Invite people
            </Button>
          )}
        </>
      }
    >
      <section aria-label="Members" className="rounded-xl border border-line bg-surface shadow-card">
        <div className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-3">
          <div className="flex flex-1 sm:max-w-80">
            <SearchBox
              label="Search members"
              hint="Name or email"
              value={asked.search ?? ''}
              onSearch={(search) => go({ search })}
            />
          </div>
          <p className="ml-auto text-sm text-muted tabular-nums max-sm:hidden">
            {members.data && counted(members.data.total)}
          </p>
        </div>
        {isPending && !members.error && <MemberTableSkeleton />}
        {members.error && !members.data && (
          <div className="p-4">
            <Problem error={members.error} onRetry={() => void members.refetch()} />
          </div>
        )}
        {!isPending && members.data?.items.length === 0 && (
          <EmptyState
            icon={<SearchX strokeWidth={1.75} />}
            title="Nobody matches"
            action={<Button onClick={() => go({})}>Clear the search</Button>}
          >
            No member has “{asked.search}” in the name or address.
          </EmptyState>
        )}
        {!isPending && members.data && members.data.items.length > 0 && (
          <MemberTable
            members={members.data.items}
            agents={agents.data?.items ?? []}
            me={{ userId: session.user.id, role: organization.role, isOnlyOwner }}
            mayManage={manages?.allowed ?? false}
            onRole={(member, role) => setOpen({ what: 'role', member, role })}
            onRemove={(member) => setOpen({ what: 'remove', member })}
          />
        )}
        {!isPending && members.data && <Pagination list={members.data} onPage={(page) => go({ ...asked, page })} />}
      </section>
      {manages && !manages.allowed && (
        <p className="mt-3 text-sm text-muted">An owner or admin invites people and changes roles.</p>
      )}

      {/* Below a list whose length is not known yet it would move. */}
      {!isPending && (
        <InvitationList
          invitations={invitations}
          mayManage={manages?.allowed ?? false}
          onCancel={(invitation) => setOpen({ what: 'cancel', invitation })}
          onPage={(invited) => go({ ...asked, invited })}
        />
      )}

      {open?.what === 'invite' && <InvitePeople onClose={close} />}
      {open?.what === 'role' && <ChangeRole member={open.member} role={open.role} onClose={close} />}
      {open?.what === 'remove' && (
        <RemoveMember member={open.member} isMe={open.member.userId === session.user.id} onClose={close} />
      )}
      {open?.what === 'cancel' && <CancelInvitation invitation={open.invitation} onClose={close} />}
    </Page>
  )
}

function counted(total: number): string {
  return total === 1 ? '1 member' : `${total.toLocaleString('en')} members`
}

type Open =
  | { what: 'invite' }
  | { what: 'role'; member: Member; role: Role }
  | { what: 'remove'; member: Member }
  | { what: 'cancel'; invitation: Invitation }
  | null
