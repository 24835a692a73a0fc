import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Plus } from 'lucide-react'

import { Button, buttonLook } from '#web/parts/button.tsx'

type Props = {
  /** There is no agent: what one does first stands below the headline. */
  isBare: boolean
  mayCreate: boolean
  onCreate(): void
}

/** What stands next to the title of the page. */
export function PageActions({ isBare, mayCreate, onCreate }: Props) {
  return (
    <>
      <Link
        to="/o/$orgSlug/agents/operations/{-$operation}"
        from="/o/$orgSlug/settings/api"
        className={clsx(buttonLook('plain'), 'max-sm:hidden!')}
      >
        For developers
      </Link>
      {!isBare && (
        <a href="#connect" className={clsx(buttonLook('plain'), 'max-sm:hidden!')}>
          Connect an agent
        </a>
      )}
      <Button look={isBare ? 'plain' : 'ink'} onClick={onCreate} disabled={!mayCreate}>
        <Plus aria-hidden strokeWidth={1.75} /> New key…
      </Button>
    </>
  )
}
