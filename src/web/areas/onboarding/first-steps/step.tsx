import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'

import { stepWords, type StepKey } from '#web/areas/onboarding/first-steps/step-words.ts'
import { useOrganization } from '#web/context.ts'
import type { OnboardingStep } from '#web/operations.ts'
import { Button, buttonLook } from '#web/parts/button.tsx'
import { StatusMark } from '#web/parts/status.tsx'

type Props = {
  name: StepKey
  /** Undefined while it is being read. */
  step: OnboardingStep | undefined
  isNext: boolean
  maySettle: boolean
  isBusy: boolean
  onSettle(state: 'done' | 'skipped'): void
}

/** One step: its state, what shows it, where to do it, and how to skip it. Its hint wraps: in a wide window it has room for two lines until it is done, so that nothing moves. */
export function Step({ name, step, isNext, maySettle, isBusy, onSettle }: Props) {
  const { title, why } = stepWords[name]
  const state = step?.state
  return (
    <li
      className={clsx(
        'flex items-center gap-3 border-b border-line py-2',
        state !== 'done' && 'min-h-16 md:min-h-[72px]',
      )}
    >
      <StatusMark tone={marks[state ?? 'todo']} />
      <div
        className={clsx('min-w-0 flex-1', state === 'done' && 'flex flex-wrap items-baseline justify-between gap-x-4')}
      >
        <p className={clsx('wrap-anywhere', state === 'done' ? 'text-muted' : 'font-medium')}>
          {title}
          <span className="sr-only">{state && `, ${stateLabels[state]}`}</span>
        </p>
        <p className="text-sm wrap-anywhere text-muted">{step ? about(step, why) : why}</p>
      </div>
      {step && step.state !== 'done' && <Ways {...{ step, isNext, maySettle, isBusy, onSettle }} />}
    </li>
  )
}

const marks = { todo: 'neutral', done: 'ok', skipped: 'info' } as const
const stateLabels = { todo: 'to do', done: 'done', skipped: 'skipped' }

/** An id says nothing to a reader. */
const recordId = /^[a-z]{3}_[0-9a-z]{26}$/

function about({ key, state, evidence, nextAction }: OnboardingStep, why: string): string {
  if (state === 'done') return evidence === null || recordId.test(evidence) ? 'Done' : evidence
  const skipped = state === 'skipped' ? 'Skipped. ' : ''
  if (stepWords[key].screen) return skipped + why
  return `${skipped}${why} ${nextAction === null ? 'Not possible yet.' : 'An agent can do it.'}`
}

type WaysProps = Pick<Props, 'isNext' | 'maySettle' | 'isBusy' | 'onSettle'> & { step: OnboardingStep }

function Ways({ step: { key, state }, isNext, maySettle, isBusy, onSettle }: WaysProps) {
  const { slug } = useOrganization()
  const { screen, title } = stepWords[key]
  return (
    <div className="flex shrink-0 items-center gap-1">
      {key === 'contentMode' && maySettle ? (
        <Button look={isNext ? 'plain' : 'quiet'} isBusy={isBusy} onClick={() => onSettle('done')}>
          Keep headless
        </Button>
      ) : (
        screen && (
          <Link to={screen.to} params={{ orgSlug: slug }} className={buttonLook(isNext ? 'plain' : 'quiet')}>
            {screen.label}
          </Link>
        )
      )}
      {maySettle && state === 'todo' && (
        <Button look="quiet" isBusy={isBusy} aria-label={`Skip: ${title}`} onClick={() => onSettle('skipped')}>
          Skip
        </Button>
      )}
    </div>
  )
}
