import type { ReactNode } from 'react'

import { Page } from '#web/parts/page.tsx'

/** The frame of the log, for people who may read it and for others. */
export function AuditPage({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  return (
    <Page
      title="Log"
      lead="Every call of an agent and every change by a person, including refused ones. Nobody can edit or delete a record; each is kept for at least 400 days."
      isWide
      actions={actions}
    >
      {children}
    </Page>
  )
}
