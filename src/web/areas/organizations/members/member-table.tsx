import { Link } from '@tanstack/react-router'

import { canGive, roleLabel, roleWords } from '#web/areas/organizations/role-words.ts'
import type { ConnectedAgent, Member, Role } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { controlLook } from '#web/parts/control-look.ts'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { Status } from '#web/parts/status.tsx'
import { Time } from '#web/parts/time.tsx'

export type Me = { userId: string; role: string; isOnlyOwner: boolean }
type Props = {
  members: Member[]
  agents: readonly ConnectedAgent[]
  me: Me
  mayManage: boolean
  onRole(member: Member, role: Role): void
  onRemove(member: Member): void
}

/** The members as a table; under 640 px every row is a card. */
export function MemberTable({ members, agents, me, mayManage, onRole, onRemove }: Props) {
  return (
    <table aria-label="Members" className="w-full text-left max-sm:block">
      <thead className="border-b border-edge text-sm text-muted max-sm:hidden">
        <tr>
          {['Person', 'Role', 'Agents', 'Last active'].map((title) => (
            <th key={title} scope="col" className="py-1.5 pr-3 font-medium">
              {title}
            </th>
          ))}
          <td />
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {members.map((member) => {
          const isMe = member.userId === me.userId
          const isWithinReach = mayManage && canGive(me.role, member.role)
          return (
            <tr key={member.userId} className={row}>
              <td className={cell}>
                <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium wrap-anywhere">
                  {member.name}
                  {isMe && <span className="text-sm font-normal text-muted">you</span>}
                  {member.status === 'suspended' && <Status tone="warn">Suspended</Status>}
                </p>
                <p className="text-sm break-all text-muted">{member.email}</p>
              </td>
              <td className={cell}>
                {isWithinReach && !(isMe && me.isOnlyOwner) ? (
                  <RoleSelect member={member} own={me.role} onRole={(role) => onRole(member, role)} />
                ) : (
                  <span title={isMe && me.isOnlyOwner ? 'The only owner keeps the role.' : undefined}>
                    {roleLabel(member.role)}
                  </span>
                )}
              </td>
              <td className={`${cell} text-muted max-sm:has-[>.nothing]:hidden`}>
                <Agents
                  agents={agents.filter(({ actorUserId }) => actorUserId === member.userId)}
                  userId={member.userId}
                />
              </td>
              <td className={`${cell} text-muted`}>
                <span className="sm:hidden">Last active: </span>
                {member.lastActiveAt ? <Time at={member.lastActiveAt} /> : 'Never'}
              </td>
              <td className={`${cell} text-right`}>
                <EndButton {...{ member, isMe, isWithinReach }} isOnlyOwner={me.isOnlyOwner} onRemove={onRemove} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** Its value is the current role: choosing only opens the dialog, which makes the change. */
function RoleSelect({ member, own, onRole }: { member: Member; own: string; onRole(role: Role): void }) {
  return (
    <select
      aria-label={`Role of ${member.name}`}
      value={member.role}
      onChange={({ target }) => {
        const chosen = roleWords.find(({ role }) => role === target.value)
        if (chosen) onRole(chosen.role)
      }}
      className={`${controlLook} pr-8`}
    >
      {roleWords.map(({ role, label }) => (
        <option key={role} value={role} disabled={!canGive(own, role)}>
          {label}
        </option>
      ))}
    </select>
  )
}

type EndProps = {
  member: Member
  isMe: boolean
  isWithinReach: boolean
  isOnlyOwner: boolean
  onRemove(member: Member): void
}

function EndButton({ member, isMe, isWithinReach, isOnlyOwner, onRemove }: EndProps) {
  if (isMe && isOnlyOwner) return <span className="text-sm text-muted">The only owner cannot leave</span>
  if (!isMe && !isWithinReach) return null
  return (
    <Button onClick={() => onRemove(member)} aria-label={isMe ? 'Leave the organization' : `Remove ${member.name}`}>
      {isMe ? 'Leave' : 'Remove'}
    </Button>
  )
}

/** What acts in this person's name: OAuth apps that the person allowed, and keys. */
function Agents({ agents, userId }: { agents: readonly ConnectedAgent[]; userId: string }) {
  if (agents.length === 0) return <span className="nothing">None</span>
  return (
    <details>
      <summary className="w-fit underline decoration-line underline-offset-4">
        {agents.length === 1 ? '1 agent' : `${agents.length} agents`}
      </summary>
      <ul className="mt-1 text-sm">
        {agents.map((agent) => (
          <li key={agent.id} className="break-words">
            {agent.name} ({agent.kind === 'oauth' ? `app, ${agent.redirectHost}` : 'API key'})
            {agent.lastUsedAt ? (
              <>
                , used <Time at={agent.lastUsedAt} />
              </>
            ) : (
              ', never used'
            )}
          </li>
        ))}
      </ul>
      <Link
        to="/o/$orgSlug/settings/api"
        from="/o/$orgSlug/settings/members"
        search={{ person: userId }}
        className="inline-block py-1 text-sm text-muted underline underline-offset-4 hover:text-ink"
      >
        Look at them
      </Link>
    </details>
  )
}

export function MemberTableSkeleton() {
  return (
    <div role="status" aria-label="Reading the members">
      {Array.from({ length: 3 }, (_, index) => (
        <div key={index} className="flex h-16 items-center gap-6 border-b border-line max-sm:h-44">
          <span className="flex-1">
            <Skeleton className="h-4 w-40" />
            <Skeleton className="mt-2 h-3 w-52" />
          </span>
          <Skeleton className="h-9 w-28" />
        </div>
      ))}
    </div>
  )
}

const row = 'border-b border-line max-sm:flex max-sm:flex-col max-sm:items-start max-sm:gap-2 max-sm:py-4'
const cell = 'py-2 pr-3 align-middle max-sm:p-0'
