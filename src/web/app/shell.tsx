import { Link, Outlet, useLocation, useRouteContext } from '@tanstack/react-router'
import { Bell, Menu, X } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { AccountMenu } from '#web/app/account-menu.tsx'
import { ConnectionLine } from '#web/app/connection-line.tsx'
import { Drawer } from '#web/app/drawer.tsx'
import { Sidebar } from '#web/app/sidebar.tsx'
import { useCountInTitle, useWaitingCount } from '#web/app/use-waiting-count.ts'
import { Toasts } from '#web/parts/toast.tsx'
import { ThemeToggle } from '#web/parts/theme-toggle.tsx'
import { OrganizationContext, useLive, useOrganization } from '#web/context.ts'
import { IconButton } from '#web/parts/icon-button.tsx'
import type { SignedIn } from '#web/session.ts'
import { useStore } from '#web/store.ts'

const AskAgain = lazy(() => import('#web/areas/account/sign-in/ask-again.tsx'))

/** The frame of every screen of an organization: skip link, sidebar, top bar, the screen. */
export function Shell() {
  const { gate, session, organization } = useRouteContext({ from: '/o/$orgSlug' })
  const asked = useStore(gate.asked)
  const live = useLive()
  useEffect(() => live.follow(organization.id), [live, organization.id])
  // After signing out nobody is asked to sign in again, neither here nor when the next person comes.
  useEffect(() => () => gate.settle(false), [gate])

  return (
    <OrganizationContext value={organization}>
      <Frame session={session} />
      {asked && (
        <Suspense>
          <AskAgain
            what={asked}
            email={session.user.email}
            hasSecondFactor={session.hasSecondFactor}
            settle={gate.settle}
          />
        </Suspense>
      )}
    </OrganizationContext>
  )
}

function Frame({ session }: { session: SignedIn }) {
  const { name, slug } = useOrganization()
  const waiting = useWaitingCount()
  useCountInTitle(waiting)
  const { pathname } = useLocation()
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  useEffect(() => setDrawerOpen(false), [pathname])

  return (
    <>
      <a
        href="#main"
        className="fixed top-2 left-2 z-20 -translate-y-20 rounded-lg bg-accent px-4 py-2.5 font-medium text-on-accent focus:translate-y-0"
      >
        Skip to the content
      </a>
      <div className="md:grid md:min-h-dvh md:grid-cols-[240px_minmax(0,1fr)]">
        <aside className="sticky top-0 hidden h-dvh border-r border-line bg-surface md:block">
          <Sidebar session={session} waiting={waiting} />
        </aside>
        <div className="flex min-w-0 flex-col">
          <header className="sticky top-0 z-10 flex h-13 items-center gap-1 border-b border-line bg-background px-2 md:px-6">
            <IconButton
              label="Open the navigation"
              icon={<Menu strokeWidth={1.75} />}
              onClick={() => setDrawerOpen(true)}
              aria-haspopup="dialog"
              className="md:hidden"
            />
            <p className="min-w-0 flex-1 truncate px-1 font-medium md:text-muted">{name}</p>
            <WaitingLink slug={slug} waiting={waiting} />
            <ThemeToggle />
            <AccountMenu person={session.user} />
          </header>
          <ConnectionLine />
          <main id="main" tabIndex={-1} className="flex-1">
            <Outlet />
          </main>
        </div>
      </div>
      {isDrawerOpen && (
        <Drawer label="Navigation" onClose={() => setDrawerOpen(false)}>
          <Sidebar
            session={session}
            waiting={waiting}
            corner={
              <IconButton
                label="Close the navigation"
                icon={<X strokeWidth={1.75} />}
                onClick={() => setDrawerOpen(false)}
              />
            }
          />
        </Drawer>
      )}
      <Toasts />
    </>
  )
}

/** What waits for the person, within reach on a phone too. */
function WaitingLink({ slug, waiting }: { slug: string; waiting: number }) {
  const label = waiting === 0 ? 'Approvals' : `Approvals, ${waiting.toLocaleString('en')} waiting`
  return (
    <Link
      to="/o/$orgSlug/approvals"
      params={{ orgSlug: slug }}
      aria-label={label}
      title={label}
      activeProps={{}}
      className="relative inline-grid size-11 shrink-0 place-items-center rounded-lg text-muted transition-colors hover:bg-raised hover:text-foreground md:size-9 [&>svg]:size-4"
    >
      <Bell aria-hidden strokeWidth={1.75} />
      {waiting > 0 && (
        <span
          aria-hidden
          className="absolute top-1.5 right-1 min-w-4 rounded-full bg-accent px-1 text-center text-xs leading-4 font-medium text-on-accent tabular-nums md:top-0.5 md:right-0"
        >
          {waiting > 99 ? '99+' : waiting}
        </span>
      )}
    </Link>
  )
}
