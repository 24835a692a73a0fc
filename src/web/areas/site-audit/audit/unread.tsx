import { Link } from '@tanstack/react-router'

import { useOrganization } from '#web/context.ts'
import type { OutputOf } from '#web/operations.ts'
import { Button, buttonLook } from '#web/parts/button.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'

type Props = { status: OutputOf<'getSiteAuditStatus'>; mayRun: boolean; onStart(): void }

/** The website was never read, or its address is not known. */
export function Unread({ status, mayRun, onStart }: Props) {
  const { slug } = useOrganization()
  if (!status.verifiedOwnership)
    return (
      <EmptyState
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
  return (
    <EmptyState
      title="Your website was not read yet"
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
    </EmptyState>
  )
}
