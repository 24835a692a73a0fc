import { Link, type LinkProps } from '@tanstack/react-router'
import { Bot, Building2, FileText, type LucideIcon, ScrollText, ShieldCheck, UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { OrganizationSwitcher } from '#web/app/organization-switcher.tsx'
import { useOrganization } from '#web/context.ts'
import type { SignedIn } from '#web/session.ts'

type Props = {
  session: SignedIn
  /** Calls of agents that wait for a person. */
  waiting: number
  corner?: ReactNode
}

/** The organization switcher, then the screens in groups. A group without a screen is not shown. */
export function Sidebar({ session, waiting, corner }: Props) {
  const { slug } = useOrganization()
  return (
    <div className="flex h-full flex-col gap-6 overflow-y-auto p-3">
      <div className="flex items-center gap-1">
        <OrganizationSwitcher session={session} />
        {corner}
      </div>
      <nav aria-label="Screens" className="flex flex-col gap-6">
        {groups.map(({ title, entries }) => (
          <div key={title}>
            <h2 className="mb-1 px-2.5 text-xs font-medium text-muted">{title}</h2>
            <ul className="flex flex-col gap-0.5">
              {entries.map(({ to, label, Icon }) => (
                <li key={to}>
                  <Link
                    to={to}
                    params={{ orgSlug: slug }}
                    className="flex min-h-11 items-center gap-2.5 rounded-lg px-2.5 text-muted transition-colors hover:bg-raised hover:text-foreground md:min-h-8.5"
                    activeProps={{ className: 'bg-raised font-medium !text-foreground' }}
                    activeOptions={{ includeSearch: false }}
                  >
                    <Icon aria-hidden size={16} strokeWidth={1.75} />
                    {label}
                    {to === approvals && waiting > 0 && (
                      <span className="ml-auto min-w-5 rounded-full bg-accent px-1.5 text-center text-xs leading-5 font-medium text-on-accent tabular-nums">
                        {waiting.toLocaleString('en')}
                        <span className="sr-only"> waiting</span>
                      </span>
                    )}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
    </div>
  )
}

type Entry = { to: NonNullable<LinkProps['to']>; label: string; Icon: LucideIcon }

const approvals = '/o/$orgSlug/approvals'

const groups: readonly { title: string; entries: readonly Entry[] }[] = [
  {
    title: 'Plan',
    entries: [
      { to: '/o/$orgSlug/content', label: 'Content', Icon: FileText },
      { to: approvals, label: 'Approvals', Icon: ShieldCheck },
    ],
  },
  {
    title: 'Workspace',
    entries: [
      { to: '/o/$orgSlug/settings/members', label: 'Members', Icon: UsersRound },
      { to: '/o/$orgSlug/settings/organization', label: 'Organization', Icon: Building2 },
      { to: '/o/$orgSlug/settings/api', label: 'Connected agents', Icon: Bot },
      { to: '/o/$orgSlug/settings/audit-log', label: 'Audit log', Icon: ScrollText },
    ],
  },
]
