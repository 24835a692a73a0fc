import { Link, type ErrorComponentProps } from '@tanstack/react-router'
import { Compass } from 'lucide-react'
import { useContext, type ReactNode } from 'react'

import { OrganizationContext } from '#web/context.ts'
import { buttonLook } from '#web/parts/button.tsx'
import { Page } from '#web/parts/page.tsx'
import { PlainPage } from '#web/parts/plain-page.tsx'
import { Problem } from '#web/parts/problem.tsx'

/** Replaces a route that failed; the shell around it stays. */
export function RouteFault({ error, reset }: ErrorComponentProps) {
  return (
    <Surrounded title="This page could not be shown">
      <Problem error={error} onRetry={reset} />
    </Surrounded>
  )
}

export function NotFound() {
  return (
    <Surrounded title="Page not found">
      <p className="flex items-center gap-3 text-muted">
        <Compass aria-hidden size={20} strokeWidth={1.75} />
        This page does not exist, or you have no access to it.
      </p>
      <Link to="/" className={`${buttonLook('plain')} mt-5`}>
        Go to the start page
      </Link>
    </Surrounded>
  )
}

/** A page within the shell where there is one, otherwise a page of its own. */
function Surrounded({ title, children }: { title: string; children: ReactNode }) {
  const isInShell = useContext(OrganizationContext) !== null
  return isInShell ? <Page title={title}>{children}</Page> : <PlainPage title={title}>{children}</PlainPage>
}
