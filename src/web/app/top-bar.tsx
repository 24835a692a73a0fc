import { Link, useMatches } from '@tanstack/react-router'
import { clsx } from 'clsx'

import { JobsLine } from '#web/app/jobs-line.tsx'
import { overlay } from '#web/app/overlay.ts'
import { screensOf } from '#web/app/screens.ts'
import { ViaApi } from '#web/app/via-api.tsx'
import { useOrganization } from '#web/context.ts'
import { openRecord } from '#web/open-record.ts'
import { Kbd } from '#web/parts/kbd.tsx'
import { useStore } from '#web/store.ts'

/** The path of the open screen, and the way to everything else. */
export function TopBar() {
  const { slug } = useOrganization()
  const trail = useMatches({
    select: (matches) =>
      matches.flatMap(({ staticData: { screen, within }, fullPath }) =>
        screen ? [{ ...screen, to: String(fullPath) }] : within ? screensOf({ within }) : [],
      ),
  })
  const last = trail.at(-1)
  const record = useStore(openRecord)
  return (
    <header className="sticky top-0 z-10 flex h-12 items-center justify-between gap-3 border-b border-line bg-paper px-4 md:px-8">
      <p className="min-w-0 flex-1 truncate text-muted">
        {last && record === null && last.group !== 'Desk' && `${last.under ?? last.group} / `}
        {last && (
          <Link
            to={last.to}
            params={{ orgSlug: slug }}
            activeProps={{}}
            className={clsx('hover:underline', record === null && 'font-medium text-ink')}
          >
            {last.label}
          </Link>
        )}
        {record !== null && <> / {record}</>}
      </p>
      <JobsLine />
      <ViaApi />
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => overlay.set('palette')}
        className="shrink-0 rounded-lg px-2.5 max-md:min-h-11 md:h-7.5 md:w-67 md:border md:border-edge md:bg-surface md:text-muted"
      >
        <span className="font-medium md:hidden">
          <span className="sr-only">Go to, find, do: </span>Find
        </span>
        <span className="flex items-center justify-between max-md:hidden">
          Go to, find, do
          <Kbd>Ctrl K</Kbd>
        </span>
      </button>
    </header>
  )
}
