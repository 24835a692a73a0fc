import type { ReactNode } from 'react'

import { kinds, type TermsSearch } from '#web/areas/taxonomies/terms/terms-search.ts'
import { Button } from '#web/parts/button.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'

type Props = { asked: TermsSearch; way: ReactNode; onClear(): void }

/** Why the list is empty: nothing fits, or there is nothing yet. */
export function NoTerms({ asked, way, onClear }: Props) {
  const { many } = kinds[asked.tab ?? 'category']
  if (asked.search)
    return (
      <EmptyState title="Nothing matches" action={<Button onClick={onClear}>Clear the search</Button>}>
        None of the {many} fits “<span className="break-words">{asked.search}</span>”.
      </EmptyState>
    )
  return (
    <EmptyState title={`No ${many} yet`} isBare action={way}>
      Make one, and give it to articles one by one or to many at once from the content list. Your website reads the{' '}
      {many} of each article.
    </EmptyState>
  )
}
