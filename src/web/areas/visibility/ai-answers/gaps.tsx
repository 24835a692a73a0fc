import { Link } from '@tanstack/react-router'
import { useState } from 'react'

import type { Gap } from '#web/areas/visibility/ai-answers/answer-types.ts'
import { counted, modeWords } from '#web/areas/visibility/ai-answers/finding.ts'
import { useOrganization } from '#web/context.ts'
import type { OutputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { SaveCsv } from '#web/parts/chart-frame.tsx'
import { FewOnPhone } from '#web/parts/few-on-phone.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useCatalogEntry } from '#web/use-catalog.ts'
import { useAction } from '#web/use-operation.ts'

/** Where competitors lead, each with the topic that would answer it. */
export function Gaps({ list }: { list: OutputOf<'listAsvGaps'> }) {
  const { run } = useAction('createBlogTopic')
  const mayPlan = useCatalogEntry('createBlogTopic')?.allowed ?? false
  // What was planned here; the list says it itself once it is read again.
  const [planned, setPlanned] = useState<ReadonlySet<string>>(new Set())
  const gaps = byQuestion(list.items)
  // Where answers of more than one kind are counted, each count says of which.
  const isMixed = new Set(list.items.map(({ mode }) => mode)).size > 1
  const plan = async ({ promptId, suggestedTopic }: Gap) => {
    const done = await run(suggestedTopic as Parameters<typeof run>[0])
    if (!done) return toast('The topic could not be planned.')
    setPlanned((known) => new Set([...known, promptId]))
    toast(`“${suggestedTopic.topic}” is a topic now.`)
  }

  return (
    <section aria-labelledby="gaps" className="mt-7">
      <div className="mb-1 flex items-baseline gap-4">
        <h2 id="gaps" className="t-head flex-1">
          Where you are missing
        </h2>
        <span className="text-muted">{counted(list.total, 'gap')}, last 90 days</span>
        <SaveCsv
          file="ai-answers-gaps"
          label="gaps"
          rows={[
            ['Question', 'Gap', 'How asked', 'You %', 'Answers', 'Competitors'],
            ...list.items.map(({ untrusted, kind, mode, ownRate, n, competitors }) => [
              untrusted.prompt,
              kinds[kind],
              modeWords[mode],
              ownRate,
              n,
              competitors.map(({ name, rate }) => `${name} ${Math.round(rate)} %`).join(', '),
            ]),
          ]}
        />
      </div>
      <FewOnPhone all={gaps} few={3} more={`All ${counted(gaps.length, 'question')}`}>
        {(shown) => (
          <ul>
            {shown.map(([gap, kindsOfGap]) => (
              <GapRow
                key={`${gap.promptId} ${gap.mode}`}
                {...{ gap, kindsOfGap, isMixed }}
                isPlanned={gap.topicId !== null || planned.has(gap.promptId)}
                onPlan={mayPlan ? () => void plan(gap) : null}
              />
            ))}
          </ul>
        )}
      </FewOnPhone>
    </section>
  )
}

type RowProps = {
  gap: Gap
  kindsOfGap: readonly Gap['kind'][]
  isMixed: boolean
  isPlanned: boolean
  /** Null: this person cannot plan. */
  onPlan: (() => void) | null
}

function GapRow({ gap, kindsOfGap, isMixed, isPlanned, onPlan }: RowProps) {
  const { slug: orgSlug } = useOrganization()
  const { mode, untrusted } = gap
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-2.5">
      <div className="min-w-48 flex-1">
        <p className="wrap-anywhere">
          {untrusted.prompt}{' '}
          <span className="text-sm text-muted">
            {kindsOfGap.map((kind) => kinds[kind]).join(', ')}
            {isMixed && `, ${modeWords[mode].toLowerCase()}`}
          </span>
        </p>
        <p className="text-muted wrap-anywhere max-sm:line-clamp-2">{whyOf(gap)}</p>
      </div>
      {isPlanned ? (
        <Link to="/o/$orgSlug/topics" params={{ orgSlug }} className="text-muted underline underline-offset-3">
          Planned<span className="sr-only">: {untrusted.prompt}</span>
        </Link>
      ) : (
        onPlan !== null && (
          <Button
            size="small"
            className="print:hidden"
            aria-label={`Plan a topic for ${untrusted.prompt}`}
            onClick={onPlan}
          >
            Plan a topic
          </Button>
        )
      )}
    </li>
  )
}

const kinds: Record<Gap['kind'], string> = { mention: 'not named', citation: 'not cited', content: 'no article' }

/** A question once for each way of asking, with all that is missing in its answers. */
function byQuestion(gaps: readonly Gap[]): [Gap, Gap['kind'][]][] {
  const found = new Map<string, [Gap, Gap['kind'][]]>()
  for (const gap of gaps) {
    const key = `${gap.promptId} ${gap.mode}`
    const known = found.get(key)
    if (known) known[1].push(gap.kind)
    else found.set(key, [gap, [gap.kind]])
  }
  return [...found.values()]
}

/** What the answers say instead, in counts. */
function whyOf({ competitors, n, ownRate, sources }: Gap): string {
  const times = (rate: number) => Math.round((rate * n) / 100)
  const [first, ...rest] = competitors.slice(0, 3)
  const others = rest.map(({ name, rate }) => `, ${name} in ${times(rate)}`).join('')
  const named =
    first === undefined
      ? `Nobody who is tracked is named in ${counted(n, 'answer')}.`
      : `${first.name} in ${times(first.rate)} of ${counted(n, 'answer')}${others}, you in ${times(ownRate)}.`
  const places = sources.slice(0, 3).map(({ domain }) => domain)
  return `${named}${places.length === 0 ? '' : ` Sources: ${places.join(', ')}.`}`
}
