import { useNavigate, useRouteContext, useSearch } from '@tanstack/react-router'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'

import { InvitationList } from '#web/areas/organizations/members/invitation-list.tsx'
import { MemberDialogs } from '#web/areas/organizations/members/member-dialogs.tsx'
import { MemberList } from '#web/areas/organizations/members/member-list.tsx'
import {
  invitationsQuery,
  membersQuery,
  membersSearch,
  type MembersSearch,
} from '#web/areas/organizations/members/members-search.ts'
import type { OpenDialog } from '#web/areas/organizations/members/open-dialog.ts'
import { useOrganization } from '#web/context.ts'
import { Button } from '#web/parts/button.tsx'
import { Page } from '#web/parts/page.tsx'
import { useVerbs } from '#web/parts/verbs.ts'
import { useAllowed, useCatalog } from '#web/use-catalog.ts'
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
  const catalog = useCatalog()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const go = (next: MembersSearch) => void navigate({ search: membersSearch(next) })

  const { isAllowed: mayManage, isPossible } = useAllowed('inviteMember')
  useVerbs(mayManage ? [{ label: 'Invite people…', words: 'member', run: () => setDialog({ what: 'invite' }) }] : [])
  // What a row shows about agents, roles and owners comes with it, so that nothing moves afterwards.
  const isWaiting = [members, agents, owners, catalog].some((query) => query.isPending)
  const isOnlyOwner = organization.role === 'owner' && owners.data?.total === 1
  return (
    <Page
      title="Members"
      lead={`People who work in ${organization.name}. A change of a role counts from their next request on, for their agents too.`}
      isWide
      actions={
        <>
          {isPossible && (
            <Button look="ink" disabled={!mayManage} onClick={() => setDialog({ what: 'invite' })}>
              <UserPlus aria-hidden strokeWidth={1.75} /> Invite people
            </Button>
          )}
        </>
      }
    >
      <MemberList
        members={members}
        agents={agents.data?.items ?? []}
        me={{ userId: session.user.id, role: organization.role, isOnlyOwner }}
        {...{ mayManage, isWaiting, asked }}
        onAsk={go}
        onOpen={setDialog}
      />
      {!isPossible && <p className="mt-3 text-sm text-muted">An owner or admin invites people and changes roles.</p>}
      {/* Below a list whose length is not known yet it would move. */}
      {!isWaiting && (
        <InvitationList
          invitations={invitations}
          mayManage={mayManage}
          onCancel={(invitation) => setDialog({ what: 'cancel', invitation })}
          onPage={(invited) => go({ ...asked, invited })}
        />
      )}
      {dialog && <MemberDialogs open={dialog} userId={session.user.id} onClose={() => setDialog(null)} />}
    </Page>
  )
}
