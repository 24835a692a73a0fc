import { Link } from '@tanstack/react-router'

import { visibleText } from '#std/visible-text.ts'
import { titleOf } from '#web/areas/approvals/approval-words.ts'
import { Countdown } from '#web/areas/approvals/countdown.tsx'
import { countOf } from '#web/areas/content/item-words.tsx'
import { useOrganization } from '#web/context.ts'
import type { Approval } from '#web/operations.ts'
import { buttonLook } from '#web/parts/button.tsx'
import { Who } from '#web/parts/who.tsx'

/** A call of an agent that waits: what it would do, who asks, what is wrong with it, how long there is. */
export function ApprovalRow({ approval }: { approval: Approval }) {
  const { slug } = useOrganization()
  const { id, clientName, expiresAt, operation } = approval
  const errors = errorsIn(approval)
  return (
    <>
      <div className="min-w-0 flex-1 basis-60">
        <p className="t-item wrap-anywhere">{titleOf(approval)}</p>
        <p className="mt-0.5">
          <Who isAgent>{visibleText(clientName ?? 'An agent')}</Who>
          <span className="text-muted"> asks · </span>
          {errors > 0 && <span className="text-press-ink">{countOf(errors, 'error')}</span>}
          {errors > 0 && <span className="text-muted"> · </span>}
          <span className="text-muted">
            <Countdown until={expiresAt} /> left
          </span>
        </p>
      </div>
      <Link
        to="/o/$orgSlug/approvals/$approvalId"
        params={{ orgSlug: slug, approvalId: id }}
        className={`${buttonLook('plain')} max-sm:w-full`}
      >
        {operation === 'consolidateItems' ? 'See the plan' : 'Read it'}
        <span className="sr-only">: {titleOf(approval)}</span>
      </Link>
    </>
  )
}

function errorsIn({ untrusted: { records } }: Approval): number {
  const warnings = records.flatMap(({ text }) => text?.warnings ?? [])
  return warnings.filter(({ severity }) => severity === 'error').length
}
