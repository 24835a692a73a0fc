import { Suspense, useId, useState } from 'react'

import { useOrganization } from '#web/context.ts'
import { late, preloading } from '#web/parts/late.ts'
import { Popover } from '#web/parts/popover.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { Initials } from '#web/parts/who.tsx'
import type { Person } from '#web/session.ts'

const AccountPanel = late(() => import('#web/app/account-panel.tsx'))

/** The person at the foot of the navigation: own account, theme, sign out. */
export function AccountMenu({ person }: { person: Person }) {
  const id = useId()
  const { role } = useOrganization()
  const [isOpened, setOpened] = useState(false)
  const name = person.displayName ?? person.email.split('@')[0] ?? ''

  return (
    <div className="sticky bottom-0 border-t border-line bg-paper py-2">
      <button
        type="button"
        popoverTarget={id}
        {...preloading(AccountPanel)}
        className="flex w-full items-center gap-2 rounded-lg p-1.5 text-left transition-colors hover:bg-raised"
      >
        <Initials name={name} />
        <span className="min-w-0">
          <span className="sr-only">Account: </span>
          <span className="block truncate">{name}</span>
          <span className="t-label block capitalize">{role}</span>
        </span>
      </button>
      <Popover id={id} label="Account" onOpen={() => setOpened(true)} className="bottom-16 left-2.5 w-56">
        {isOpened && (
          <Suspense fallback={<Skeleton className="h-32" />}>
            <AccountPanel email={person.email} />
          </Suspense>
        )}
      </Popover>
    </div>
  )
}
