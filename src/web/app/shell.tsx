import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useLocation, useRouteContext } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'

import { BottomBar } from '#web/app/bottom-bar.tsx'
import { ConnectionLine } from '#web/app/connection-line.tsx'
import { Drawer } from '#web/app/drawer.tsx'
import { Overlays } from '#web/app/overlays.tsx'
import { Sidebar } from '#web/app/sidebar.tsx'
import { TopBar } from '#web/app/top-bar.tsx'
import { useShellKeys } from '#web/app/use-shell-keys.ts'
import { useCountInTitle, useWaitingCount } from '#web/app/use-waiting-count.ts'
import { OrganizationContext, PersonContext, useLive } from '#web/context.ts'
import { firstScreen, watchFirstScreen } from '#web/first-screen.ts'
import { IconButton } from '#web/parts/icon-button.tsx'
import { late } from '#web/parts/late.ts'
import { Toasts } from '#web/parts/toast.tsx'
import type { SignedIn } from '#web/session.ts'
import { useStore } from '#web/store.ts'
import { useCatalog } from '#web/use-catalog.ts'

const FollowSession = late(() => firstScreen.then(() => import('#web/app/follow-session.tsx')))
const AskAgain = late(() => import('#web/areas/account/sign-in/ask-again.tsx'))

/** The frame of every screen of an organization: skip link, navigation, top bar, the screen. */
export function Shell() {
  const { gate, session, organization } = useRouteContext({ from: '/o/$orgSlug' })
  const asked = useStore(gate.asked)
  const live = useLive()
  const queries = useQueryClient()
  useEffect(() => watchFirstScreen(queries), [queries])
  // The session is read again now and then: the stream stays open.
  const [readAt] = useState(session.readAt)
  useEffect(() => live.follow(organization.id, readAt), [live, organization.id, readAt])
  // After signing out nobody is asked to sign in again, neither here nor when the next person comes.
  useEffect(() => () => gate.settle(false), [gate])

  return (
    <PersonContext value={session.user.id}>
      <OrganizationContext value={organization}>
        <Frame session={session} />
        {asked && (
          <Suspense>
            <AskAgain
              key={asked}
              what={asked}
              email={session.user.email}
              hasSecondFactor={session.hasSecondFactor}
              settle={gate.settle}
            />
          </Suspense>
        )}
      </OrganizationContext>
    </PersonContext>
  )
}

function Frame({ session }: { session: SignedIn }) {
  const waiting = useWaitingCount()
  useCountInTitle(waiting)
  useShellKeys()
  // Asked for at once, whatever the screen is: what it reads waits for what the person may do.
  useCatalog()
  const { pathname } = useLocation()
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  useEffect(() => setDrawerOpen(false), [pathname])

  return (
    <>
      <a
        href="#main"
        className="fixed top-2 left-2 z-20 -translate-y-20 rounded-lg bg-ink px-4 py-2.5 font-medium text-paper focus:translate-y-0"
      >
        Skip to the content
      </a>
      <div className="md:grid md:min-h-dvh md:grid-cols-[208px_minmax(0,1fr)] print:block">
        <aside className="sticky top-0 hidden h-dvh border-r border-line md:block">
          <Sidebar session={session} waiting={waiting} />
        </aside>
        <div className="flex min-w-0 flex-col max-md:pb-14">
          <TopBar />
          <ConnectionLine />
          <main id="main" tabIndex={-1} className="flex-1">
            <Outlet />
          </main>
        </div>
      </div>
      <BottomBar waiting={waiting} onMenu={() => setDrawerOpen(true)} />
      {isDrawerOpen && (
        <Drawer label="Menu" onClose={() => setDrawerOpen(false)}>
          <Sidebar
            session={session}
            waiting={waiting}
            corner={
              <IconButton label="Close the menu" icon={<X strokeWidth={1.75} />} onClick={() => setDrawerOpen(false)} />
            }
          />
        </Drawer>
      )}
      <Overlays session={session} />
      <Suspense>
        <FollowSession session={session} />
      </Suspense>
      <Toasts />
    </>
  )
}
