import { Link } from '@tanstack/react-router'

import { useOrganization } from '#web/context.ts'
import { Button, buttonLook } from '#web/parts/button.tsx'
import { Notice } from '#web/parts/notice.tsx'

type Props = { startUrl: string | null; maySet: boolean; onSettings(): void }

/** Why a website that was read is not read again: audits begin nowhere, or at a host that is no longer its own. */
export function NoStart({ startUrl, maySet, onSettings }: Props) {
  const { slug: orgSlug } = useOrganization()
  return (
    <div className="mb-4">
      <Notice tone="warn">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="min-w-0 wrap-anywhere">
            {startUrl === null
              ? 'The address of your website is missing: it cannot be read again until that is known.'
              : `Audits begin at ${startUrl}, which is not on a host of your website: it cannot be read again until that is corrected.`}
            {startUrl !== null && !maySet && ' An owner, admin or editor can do that.'}
          </p>
          {startUrl === null ? (
            <Link to="/o/$orgSlug/settings/organization" params={{ orgSlug }} className={buttonLook('plain', 'small')}>
              Open the settings
            </Link>
          ) : (
            maySet && (
              <Button size="small" onClick={onSettings}>
                Correct the start…
              </Button>
            )
          )}
        </div>
      </Notice>
    </div>
  )
}
