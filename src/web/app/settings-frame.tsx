import { Link, Outlet, useLocation } from '@tanstack/react-router'

import { useScreens } from '#web/app/use-screens.ts'
import { useOrganization } from '#web/context.ts'
import { useCurrentInView } from '#web/parts/use-current-in-view.ts'

/** Every screen of the settings below their navigation. */
export function SettingsFrame() {
  const { slug } = useOrganization()
  const screens = useScreens('Settings').filter(({ under }) => under === undefined)
  const row = useCurrentInView<HTMLUListElement>(useLocation({ select: ({ pathname }) => pathname }))
  return (
    <>
      <nav aria-label="Settings" className="border-b border-line px-4 md:px-8">
        <ul ref={row} className="-mb-px flex gap-4.5 overflow-x-auto">
          {screens.map(({ to, label }) => (
            <li key={to}>
              <Link to={to} params={{ orgSlug: slug }} activeOptions={{ includeSearch: false }} className="tab-link">
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Outlet />
    </>
  )
}
