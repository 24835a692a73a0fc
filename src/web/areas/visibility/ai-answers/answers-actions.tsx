import { Suspense, useState } from 'react'

import type { Range } from '#web/areas/visibility/ai-answers/answer-types.ts'
import { type AnswersSearch, answersSearch } from '#web/areas/visibility/ai-answers/answers-search.ts'
import { useClient, useOrganization, usePersonId } from '#web/context.ts'
import { Button } from '#web/parts/button.tsx'
import { late } from '#web/parts/late.ts'
import { saveFile } from '#web/parts/save-file.ts'
import { toast } from '#web/parts/toast.tsx'
import { useVerbs } from '#web/parts/verbs.ts'
import { ViewLinks } from '#web/parts/view-links.tsx'
import { useAttempt } from '#web/use-attempt.ts'
import { useAllowed } from '#web/use-catalog.ts'

const AskAgain = late(() => import('#web/areas/visibility/ai-answers/ask-again.tsx'))
const ShareReport = late(() => import('#web/areas/visibility/ai-answers/share-report.tsx'))

const ranges = [
  ['7d', '7 days', '7d'],
  [undefined, '28 days', '28d'],
  ['90d', '90 days', '90d'],
  ['365d', '1 year', '365d'],
] as const

/** The time of the figures, and what one does with them. */
export function AnswersActions({
  asked,
  range,
  hasAnswers,
}: {
  asked: AnswersSearch
  range: Range
  hasAnswers: boolean
}) {
  const [open, setOpen] = useState<'ask' | 'share' | null>(null)
  const { slug: orgSlug, id: organizationId } = useOrganization()
  const { call } = useClient()
  const userId = usePersonId()
  const { attempt, isPending } = useAttempt()
  const share = useAllowed('shareAsvReport')
  const ask = useAllowed('startAsvRun')
  const close = () => setOpen(null)
  useVerbs([
    ...(ask.isAllowed ? [{ label: 'Ask AI engines again…', words: 'run', run: () => setOpen('ask') }] : []),
    ...(share.isAllowed ? [{ label: 'Share a report on AI answers…', run: () => setOpen('share') }] : []),
  ])

  async function save() {
    const input = { range, format: 'csv' as const }
    const options = { organizationId, userId, read: true } as const
    const report = await attempt(async () => (await call('getAsvReport', input, options)).result)
    if (report === null) return toast('The report could not be written. Try again in a moment.')
    saveFile(`ai-answers-${orgSlug}-${range}.csv`, report.content, 'text/csv;charset=utf-8')
  }

  return (
    <div className="contents print:hidden">
      <ViewLinks
        label="Time"
        views={ranges.map(([value, label, name]) => ({
          label,
          isCurrent: name === range,
          link: {
            to: '/o/$orgSlug/ai-answers',
            params: { orgSlug },
            search: answersSearch({ ...asked, range: value, page: undefined }),
          },
        }))}
      />
      {hasAnswers && share.isPossible && (
        <Button disabled={!share.isAllowed} onClick={() => setOpen('share')}>
          Share…
        </Button>
      )}
      {hasAnswers && (
        <Button isBusy={isPending} onClick={() => void save()}>
          CSV<span className="sr-only"> of the report</span>
        </Button>
      )}
      {hasAnswers && ask.isPossible && (
        <Button look="ink" disabled={!ask.isAllowed} onClick={() => setOpen('ask')}>
          Ask again…
        </Button>
      )}
      <Suspense>
        {open === 'ask' && <AskAgain onClose={close} />}
        {open === 'share' && <ShareReport range={range} onClose={close} />}
      </Suspense>
    </div>
  )
}
