import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Plus } from 'lucide-react'

import { Button, buttonLook } from '#web/parts/button.tsx'

/** What stands next to the title of the page. */
export function PageActions({ mayCreate, onCreate }: { mayCreate: boolean; onCreate(): void }) {
  return (
    <>
      <Link
        to="/o/$orgSlug/agents/operations/{-$operation}"
        from="/o/$orgSlug/settings/api"
        className={clsx(buttonLook('plain'), 'max-sm:hidden!')}
      >
        For developers
      </Link>
      <a href="#connect" className={clsx(buttonLook('plain'), 'max-sm:hidden!')}>
        Connect an agent
      </a>
      <Button look="ink" onClick={onCreate} disabled={!mayCreate}>
        <Plus aria-hidden strokeWidth={1.75} /> New key…
      </Button>
    </>
  )
}
