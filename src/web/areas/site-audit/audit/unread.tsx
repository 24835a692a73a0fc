import { Link } from '@tanstack/react-router'

import { useOrganization } from '#web/context.ts'
import type { OutputOf } from '#web/operations.ts'
import { Button, buttonLook } from '#web/parts/button.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { Time } from '#web/parts/time.tsx'

type Props = {
  status: OutputOf<'getSiteAuditStatus'>
  mayRun: boolean
  maySet: boolean
  onStart(): void
  onSettings(): void
}

/** The website was never read, or where to begin is not known or not on it. */
export function Unread({ status, mayRun, maySet, onStart, onSettings }: Props) {
  const { slug } = useOrganization()
  const { startUrl, nextRunAt } = status.settings
  if (startUrl === null)
    return (
      <EmptyState
        isBare
        title="The address of your website is missing"
        action={
          <Link to="/o/$orgSlug/settings/organization" params={{ orgSlug: slug }} className={buttonLook('ink')}>
            Open the settings
          </Link>
        }
      >
        Once it is known, its pages can be read as visitors see them.
      </EmptyState>
    )
  if (!status.verifiedOwnership)
    return (
      <EmptyState
        isBare
        title="Audits would begin at another website"
        action={
          maySet && (
            <Button look="ink" onClick={onSettings}>
              Correct the start…
            </Button>
          )
        }
      >
        {startUrl} is not on a host of your website, so nothing can be read.
        {!maySet && ' An owner, admin or editor can correct it.'}
      </EmptyState>
    )
  return (
    <EmptyState
      isBare
      title="Your website has not been read yet"
      action={
        mayRun && (
          <Button look="ink" onClick={onStart}>
            Read the website…
          </Button>
        )
      }
    >
      {mayRun
        ? 'An audit follows its links as a visitor would. Afterwards you see what is wrong on which page, and what can be mended at once.'
        : 'An audit follows its links as a visitor would. An owner, admin or editor can start one.'}
      {nextRunAt !== null && (
        <>
          {' '}
          The first one begins by itself <Time at={nextRunAt} />.
        </>
      )}
    </EmptyState>
  )
}
