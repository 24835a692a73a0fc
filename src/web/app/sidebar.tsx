import { Link, useMatchRoute } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { AccountMenu } from '#web/app/account-menu.tsx'
import { OrganizationSwitcher } from '#web/app/organization-switcher.tsx'
import { groups, type NamedScreen } from '#web/app/screens.ts'
import { useScreens } from '#web/app/use-screens.ts'
import { useOrganization } from '#web/context.ts'
import type { SignedIn } from '#web/session.ts'

type Props = {
  session: SignedIn
  /** Calls of agents that wait for a person. */
  waiting: number
  corner?: ReactNode
}

/** The nameplate, the screens in their groups, the person. A group without a screen is not shown. */
export function Sidebar({ session, waiting, corner }: Props) {
  const { slug } = useOrganization()
  const screens = useScreens()
  const matches = useMatchRoute()
  const isInSettings = matches({ to: '/o/$orgSlug/settings', params: { orgSlug: slug }, fuzzy: true }) !== false

  return (
    <div className="flex h-full flex-col overflow-y-auto px-2.5 pt-3">
      <div className="double-rule mb-2 flex items-start gap-1 pb-2">
        <OrganizationSwitcher session={session} />
        {corner}
      </div>
      <nav aria-label="Main" className="flex-1 pb-4">
        {groups
          .filter((group) => group !== 'Settings')
          .map((group) => {
            const shown = screens.filter((screen) => screen.group === group && !screen.under)
            return (
              shown.length > 0 && (
                <div key={group}>
                  {group !== 'Desk' && <h2 className="mx-2 mt-3.5 mb-[3px] text-xs font-medium text-muted">{group}</h2>}
                  <ul>
                    {shown.map((screen) => (
                      <Entry key={screen.to} screen={screen} waiting={screen.to === approvals ? waiting : 0} />
                    ))}
                    {group === 'Run' && (
                      <li>
                        <Link
                          to="/o/$orgSlug/settings/organization"
                          params={{ orgSlug: slug }}
                          aria-current={isInSettings && !screens.some(isShown) ? 'page' : undefined}
                          className="side-link"
                          activeProps={{}}
                        >
                          Settings
                        </Link>
                      </li>
                    )}
                  </ul>
                </div>
              )
            )
          })}
      </nav>
      <AccountMenu person={session.user} />
    </div>
  )

  function isShown({ to, group }: NamedScreen): boolean {
    return group !== 'Settings' && group !== 'Desk' && matches({ to, params: { orgSlug: slug }, fuzzy: true }) !== false
  }
}

function Entry({ screen: { to, label }, waiting }: { screen: NamedScreen; waiting: number }) {
  const { slug } = useOrganization()
  return (
    <li>
      <Link to={to} params={{ orgSlug: slug }} className="side-link" activeOptions={activeOptionsOf(to)}>
        <Counted label={label} waiting={waiting} />
      </Link>
    </li>
  )
}

/** The words of a link with how many wait behind it: in a disc for the eye, in words for the ear. */
export function Counted({ label, waiting }: { label: string; waiting: number }) {
  if (waiting === 0) return label
  const count = waiting.toLocaleString('en')
  return (
    <>
      <span className="sr-only">{`${label}, ${count} waiting`}</span>
      <span aria-hidden>{label}</span>
      <span
        aria-hidden
        className="ml-auto min-w-[18px] rounded-full bg-ink px-1.5 text-center text-xs leading-[18px] font-semibold text-paper"
      >
        {count}
      </span>
    </>
  )
}

/** Every address of the organization begins with that of its Desk, so only the whole one counts. */
export const activeOptionsOf = (to: string) => ({ includeSearch: false, exact: to === '/o/$orgSlug/' })

export const approvals = '/o/$orgSlug/approvals'
