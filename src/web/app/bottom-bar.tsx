import { Link } from '@tanstack/react-router'

import { activeOptionsOf, approvals, Counted } from '#web/app/sidebar.tsx'
import { useScreens } from '#web/app/use-screens.ts'
import { useOrganization } from '#web/context.ts'

/** The navigation of phones, at the bottom: what one opens most, and the menu with everything. An open article has its own bar. */
export function BottomBar({ waiting, onMenu }: { waiting: number; onMenu(): void }) {
  const { slug } = useOrganization()
  const screens = useScreens().filter(({ label }) => within.includes(label))
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-10 flex h-14 border-t border-line bg-paper text-sm font-medium md:hidden [:root:has(.own-bar)_&]:hidden"
    >
      {screens.map(({ to, label }) => (
        <Link key={to} to={to} params={{ orgSlug: slug }} activeOptions={activeOptionsOf(to)} className={entryLook}>
          <Counted label={label} waiting={to === approvals ? waiting : 0} />
        </Link>
      ))}
      <button type="button" aria-haspopup="dialog" onClick={onMenu} className={entryLook}>
        Menu
      </button>
    </nav>
  )
}

const within = ['Desk', 'Content', 'Approvals']
const entryLook =
  '-mt-px flex flex-1 items-center justify-center gap-1.5 border-t-2 [&>span]:ml-0 border-transparent focus-visible:-outline-offset-2 aria-[current]:border-ink aria-[current]:font-semibold'
