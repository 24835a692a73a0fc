import type { ApprovalsSearch } from '#web/areas/approvals/approvals/approvals-search.ts'
import type { InputOf } from '#web/operations.ts'

/** The input of `listApprovals` for a state of the inbox. */
export function approvalsQuery({ tab, search, page }: ApprovalsSearch): InputOf<'listApprovals'> {
  return {
    page: page ?? 1,
    pageSize: 20,
    ...(search ? { search } : {}),
    ...(tab === 'all' ? {} : { state: tab ?? 'pending' }),
  }
}
