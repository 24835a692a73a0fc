import { Suspense, useId, useState } from 'react'

import { useOrganization } from '#web/context.ts'
import { late, preloading } from '#web/parts/late.ts'
import { Popover } from '#web/parts/popover.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import type { SignedIn } from '#web/session.ts'

const OrganizationsPanel = late(() => import('#web/app/organizations-panel.tsx'))

/** The nameplate: names the organization of this page; leads to the person's others. */
export function OrganizationSwitcher({ session }: { session: SignedIn }) {
  const current = useOrganization()
  const id = useId()
  const [isOpened, setOpened] = useState(false)
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        {...preloading(OrganizationsPanel)}
        className="min-w-0 flex-1 rounded-lg px-2 text-left transition-colors hover:bg-raised"
      >
        <span className="sr-only">Organization: </span>
        <span className="line-clamp-2 font-serif text-[21px] leading-[26px] font-semibold tracking-[-.012em]">
          {current.name}
        </span>
        <span className="block text-xs text-muted">Masthead</span>
      </button>
      <Popover id={id} label="Organizations" onOpen={() => setOpened(true)} className="top-16 left-2.5 w-60">
        {isOpened && (
          <Suspense fallback={<Skeleton className="h-20" />}>
            <OrganizationsPanel session={session} />
          </Suspense>
        )}
      </Popover>
    </>
  )
}
