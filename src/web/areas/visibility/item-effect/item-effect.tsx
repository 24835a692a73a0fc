import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'

import { counted, modeWords, percent, signed } from '#web/areas/visibility/ai-answers/finding.ts'
import { EffectTable } from '#web/areas/visibility/item-effect/effect-table.tsx'
import type { Effect } from '#web/areas/visibility/item-effect/effect-types.ts'
import { useOrganization } from '#web/context.ts'
import { OperationError } from '#web/operation-error.ts'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { Page } from '#web/parts/page.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { Select } from '#web/parts/select.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { Time } from '#web/parts/time.tsx'
import { useOperation } from '#web/use-operation.ts'

const windows = [
  ['14', '14 days on each side'],
  ['28', '28 days on each side'],
  ['60', '60 days on each side'],
  ['90', '90 days on each side'],
] as const

/** How the answers to an article's questions changed around its publication, beside all other questions. A change, not a cause. */
export function ItemEffect() {
  const { itemId } = useParams({ from: '/o/$orgSlug/ai-answers/articles/$itemId' })
  const { slug: orgSlug } = useOrganization()
  const [days, setDays] = useState<(typeof windows)[number][0]>('28')
  const input = { itemId: itemId as Effect['itemId'], windowDays: Number(days) }
  const { data, error, refetch } = useOperation('getAsvItemEffect', input)
  if (error instanceof OperationError && (error.code === 'invalid_transition' || error.code === 'not_found'))
    return <NeverLive code={error.code} />
  if (data === undefined)
    return (
      <Page title="Effect of an article" isWide>
        {error === null ? <Skeleton className="h-96" /> : <Problem error={error} onRetry={() => void refetch()} />}
      </Page>
    )
  return (
    <Page
      title={sentenceOf(data)}
      isFinding
      isWide
      lead={
        <>
          <Link
            to="/o/$orgSlug/content/$itemId"
            params={{ orgSlug, itemId }}
            className="text-ink underline underline-offset-3"
          >
            {data.title}
          </Link>
          , published <Time at={data.publishedAt} />. {counted(data.prompts.length, 'question')},{' '}
          {modeWords[data.mode].toLowerCase()}, {data.windowDays} days before and after. It is called a change, not a
          cause.
        </>
      }
      actions={
        <div className="flex flex-wrap gap-2 print:hidden">
          <Select
            label="Time around the publication"
            value={days}
            options={windows}
            onChange={(chosen) => setDays(chosen)}
          />
        </div>
      }
    >
      <EffectTable effect={data} />
      <ItsQuestions effect={data} />
    </Page>
  )
}

function ItsQuestions({ effect: { prompts, untrusted } }: { effect: Effect }) {
  const { slug: orgSlug } = useOrganization()
  return (
    <section aria-labelledby="effect-questions" className="mt-7 max-w-3xl">
      <h2 id="effect-questions" className="t-head">
        Its questions
      </h2>
      {prompts.length === 0 ? (
        <p className="mt-1 text-muted">
          None: no topic of it came from a question, and no answer has cited it yet. Plan a topic from a gap, and the
          article that answers it is tied to its question.
        </p>
      ) : (
        <ul className="mt-1">
          {prompts.map((promptId, at) => (
            <li key={promptId} className="border-t border-line py-2">
              <Link
                to="/o/$orgSlug/ai-answers"
                params={{ orgSlug }}
                search={{ prompt: promptId }}
                hash="one-answer"
                className="underline underline-offset-3 wrap-anywhere"
              >
                {untrusted.prompts[at]}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function NeverLive({ code }: { code: 'invalid_transition' | 'not_found' }) {
  const { slug: orgSlug } = useOrganization()
  return (
    <Page title="Effect of an article">
      <EmptyState
        title={code === 'not_found' ? 'This article does not exist' : 'This article was never live'}
        action={
          <Link to="/o/$orgSlug/content" params={{ orgSlug }} className="underline underline-offset-3">
            All content
          </Link>
        }
      >
        {code === 'not_found'
          ? 'It does not exist, or you have no access.'
          : 'Without a day on which it was published there is no before and no after.'}
      </EmptyState>
    </Page>
  )
}

/** What the comparison finds, in a sentence. */
function sentenceOf({ verdict, adjusted, change, before, after }: Effect): string {
  const [low = 0, high = 0] = adjusted.visibility.ci95 ?? []
  const points = `${signed(adjusted.visibility.value ?? 0, 0)} points, ${signed(low, 0)} to ${signed(high, 0)}`
  if (verdict === 'too_few')
    return `Too few answers to compare: ${before.visibility.n} before, ${after.visibility.n} after.`
  if (verdict === 'improved') return `You are named more often since (${points}).`
  if (verdict === 'declined') return `You are named less often since (${points}).`
  if (change.visibility === null) return 'Nothing can be said yet.'
  const shares = `from ${percent(before.visibility.value ?? 0)} to ${percent(after.visibility.value ?? 0)}`
  if (adjusted.visibility.value === null) return `You went ${shares}, with no other questions to compare with.`
  return `You went ${shares}: no more than other questions and chance explain.`
}
