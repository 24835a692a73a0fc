import type { ReactNode } from 'react'

import { useOrganization } from '#web/context.ts'
import { Page } from '#web/parts/page.tsx'
import { isAdmin } from '#web/session.ts'

const ofAll = 'Every call of an agent and every change by a person, including refused ones.'
const ofOneself =
  'What you changed and what your own agents called, including what was refused. Owners and admins see the log of everybody.'

/** The frame of the log, for people who may read it and for others. */
export function AuditPage({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  const { role } = useOrganization()
  return (
    <Page
      title="Log"
      lead={`${isAdmin(role) ? ofAll : ofOneself} Nobody can edit or delete a record; each is kept for at least 400 days.`}
      isWide
      actions={actions}
    >
      {children}
    </Page>
  )
}
