import { type ReactNode, Suspense, useContext } from 'react'

import { OrganizationContext } from '#web/context.ts'
import { late } from '#web/parts/late.ts'
import { Page } from '#web/parts/page.tsx'

// The screens of an organization do without it.
const PlainPage = late(async () => ({ default: (await import('#web/parts/plain-page.tsx')).PlainPage }))

/** A page within the shell where there is one, otherwise a page of its own. */
export function Surrounded({ title, children }: { title: string; children: ReactNode }) {
  const isInShell = useContext(OrganizationContext) !== null
  if (isInShell) return <Page title={title}>{children}</Page>
  // While the server is away the frame of such a page may be, too.
  const bare = <main className="p-8">{children}</main>
  return (
    <Suspense fallback={bare}>
      <PlainPage title={title}>{children}</PlainPage>
    </Suspense>
  )
}
