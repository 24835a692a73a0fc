import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'

import type { Metric, Mode, Prompt } from '#web/areas/visibility/ai-answers/answer-types.ts'
import { type AnswersSearch, answersSearch } from '#web/areas/visibility/ai-answers/answers-search.ts'
import { counted, intervalWords, percent } from '#web/areas/visibility/ai-answers/finding.ts'
import { intentWords } from '#web/areas/visibility/ai-answers/prompt-words.ts'
import { useOrganization } from '#web/context.ts'
import type { OutputOf } from '#web/operations.ts'
import { SaveCsv } from '#web/parts/chart-frame.tsx'
import { FewOnPhone } from '#web/parts/few-on-phone.tsx'

type Props = { list: OutputOf<'listAsvPrompts'>; mode: Mode; asked: AnswersSearch }

/** How often each engine names one in its answers to each question. Too few answers are hatched and counted. */
export function PromptMatrix({ list, mode, asked }: Props) {
  const cellOf = ({ byEngine = [] }: Prompt, engineId: string) =>
    byEngine.find((one) => one.engineId === engineId && one.mode === mode)?.visibility
  const engines = (list.engines ?? []).filter(({ engineId }) => list.items.some((prompt) => cellOf(prompt, engineId)))
  // Beside the questions a phone has room for two.
  const isStacked = engines.length > 2
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-4">
        <h2 className="t-head">Question by engine</h2>
        <p className="flex-1 text-muted">share of answers that name you, last 28 days</p>
        <SaveCsv
          file="ai-answers-by-engine"
          label="questions by engine"
          rows={[
            ['Question', 'Engine', 'Share %', 'Low', 'High', 'Named', 'Answers', 'Too few'],
            ...list.items.flatMap((prompt) =>
              engines.flatMap(({ engineId, label }) => {
                const one = cellOf(prompt, engineId)
                const [low = null, high = null] = one?.ci95 ?? []
                return one === undefined
                  ? []
                  : [[prompt.text, label, one.value, low, high, one.numerator, one.n, one.tooFewSamples]]
              }),
            ),
          ]}
        />
      </div>
      <FewOnPhone
        all={list.items}
        few={4}
        more={`All ${counted(list.items.length, 'question')}`}
        isWhole={list.items.slice(4).some(({ id }) => id === asked.prompt)}
      >
        {(shown) => (
          <table
            aria-label="Question by engine"
            className={clsx('mt-1.5 w-full border-separate border-spacing-0.5', isStacked && 'max-sm:block')}
          >
            <thead className={clsx('text-sm text-muted', isStacked && 'max-sm:hidden')}>
              <tr>
                <th scope="col" className="border-b border-edge py-1 text-left font-medium">
                  Question
                </th>
                {engines.map(({ engineId, label }) => (
                  <th key={engineId} scope="col" className="w-20 px-0.5 py-1 text-center font-medium wrap-anywhere">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className={clsx(isStacked && 'max-sm:block')}>
              {shown.map((prompt) => (
                <PromptRow key={prompt.id} {...{ prompt, engines, cellOf, asked, isStacked }} />
              ))}
            </tbody>
          </table>
        )}
      </FewOnPhone>
    </>
  )
}

type RowProps = {
  prompt: Prompt
  engines: readonly { engineId: string; label: string }[]
  cellOf(prompt: Prompt, engineId: string): Metric | undefined
  asked: AnswersSearch
  isStacked: boolean
}

function PromptRow({ prompt, engines, cellOf, asked, isStacked }: RowProps) {
  return (
    <tr className={clsx(isStacked && 'max-sm:flex max-sm:flex-wrap max-sm:gap-1 max-sm:py-2')}>
      <th
        scope="row"
        className={clsx(
          'border-b border-line py-1.5 pr-3 text-left font-normal wrap-anywhere',
          isStacked && 'max-sm:w-full max-sm:border-b-0',
        )}
      >
        {prompt.text} <span className="text-sm text-muted">{intentWords(prompt)}</span>
      </th>
      {engines.map(({ engineId, label }) => {
        const one = cellOf(prompt, engineId)
        return (
          <td key={engineId} className="h-8 p-0 text-center tabular-nums">
            {one === undefined ? (
              <span className="text-muted">
                –<span className="sr-only"> no answers</span>
              </span>
            ) : (
              <Share
                metric={one}
                label={label}
                isLabelled={isStacked}
                asked={asked}
                promptId={prompt.id}
                engineId={engineId}
              />
            )}
          </td>
        )
      })}
    </tr>
  )
}

type ShareProps = {
  metric: Metric
  label: string
  /** On a phone there is no head of the column. */
  isLabelled: boolean
  asked: AnswersSearch
  promptId: string
  engineId: string
}

/** The share of one engine for one question; it leads to the answers. */
function Share({ metric, label, isLabelled, asked, promptId, engineId }: ShareProps) {
  const { slug } = useOrganization()
  const isShown = asked.prompt === promptId && asked.engine === engineId
  return (
    <Link
      to="/o/$orgSlug/ai-answers"
      params={{ orgSlug: slug }}
      search={answersSearch({
        ...asked,
        prompt: promptId,
        engine: engineId,
        named: undefined,
        at: undefined,
      })}
      resetScroll={false}
      aria-current={isShown ? 'true' : undefined}
      title={wordsOf(metric)}
      className={clsx(
        'flex min-h-11 items-center justify-center rounded-[5px] px-1.5 md:min-h-8',
        metric.tooFewSamples ? 'hatched text-sm text-muted' : tints[Math.round((metric.value ?? 0) / 20)],
        isShown && 'outline-2 -outline-offset-2 outline-ink',
      )}
    >
      <span className={isLabelled ? 'mr-1.5 min-w-0 text-sm wrap-anywhere sm:sr-only' : 'sr-only'}>{label}</span>
      {metric.tooFewSamples ? `${metric.numerator} of ${metric.n}` : percent(metric.value ?? 0)}
    </Link>
  )
}

/** The tint of ink grows with the share. */
const tints = ['bg-surface', 'bg-ink/4', 'bg-ink/9', 'bg-ink/14', 'bg-ink/20', 'bg-ink/26']

const wordsOf = (one: Metric) =>
  one.tooFewSamples
    ? `${counted(one.n, 'answer')}: too few for a share`
    : `Between ${intervalWords(one)}, of ${counted(one.n, 'answer')}`
