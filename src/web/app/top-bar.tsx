import { Link, useMatches } from '@tanstack/react-router'
import { JobsLine } from '#web/app/jobs-line.tsx'
import { overlay } from '#web/app/overlay.ts'
import { useOrganization } from '#web/context.ts'
import { Kbd } from '#web/parts/kbd.tsx'

/** The path of the open screen, and the way to everything else. */
export function TopBar() {
  const { slug } = useOrganization()
  const trail = useMatches({
    select: (matches) =>
      matches.flatMap(({ staticData, fullPath }) =>
        staticData.screen ? [{ ...staticData.screen, to: String(fullPath) }] : [],
      ),
  })
  const last = trail.at(-1)
  return (
    <header className="sticky top-0 z-10 flex h-12 items-center justify-between gap-3 border-b border-line bg-paper px-4 md:px-8">
      <p className="min-w-0 flex-1 truncate text-muted">
        {last && last.group !== 'Desk' && `${last.under ?? last.group} / `}
        {last && (
          <Link
            to={last.to}
            params={{ orgSlug: slug }}
            activeProps={{}}
            className="font-medium text-ink hover:underline"
          >
            {last.label}
          </Link>
        )}
      </p>
      <JobsLine />
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => overlay.set('palette')}
        className="flex h-7.5 w-67 shrink-0 items-center justify-between rounded-lg border border-edge bg-surface px-2.5 text-muted max-md:hidden"
      >
        Go to, find, do
        <Kbd>Ctrl K</Kbd>
      </button>
      <button
        type="button"
        aria-label="Go to, find, do"
        aria-haspopup="dialog"
        onClick={() => overlay.set('palette')}
        className="min-h-11 rounded-lg px-2.5 font-medium md:hidden"
      >
        Find
      </button>
    </header>
  )
}
