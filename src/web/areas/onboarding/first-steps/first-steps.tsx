import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ChevronDown, X } from 'lucide-react'
import { useId, useState } from 'react'

import { choiceOf, keepChoice } from '#web/areas/onboarding/first-steps/kept-choice.ts'
import { stepKeys } from '#web/areas/onboarding/first-steps/step-words.ts'
import { Step } from '#web/areas/onboarding/first-steps/step.tsx'
import { useOrganization } from '#web/context.ts'
import { buttonLook } from '#web/parts/button.tsx'
import { IconButton } from '#web/parts/icon-button.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { useCatalogEntry } from '#web/use-catalog.ts'
import { useAction, useOperation } from '#web/use-operation.ts'

/** The checklist of a new organization, by its actual state. It has its final size before anything is read. */
export function FirstSteps() {
  const { id } = useOrganization()
  const [areAway, setAway] = useState(() => choiceOf(id) === 'hidden')
  if (areAway) return null
  return (
    <Checklist
      key={id}
      onHide={() => {
        keepChoice(id, 'hidden')
        setAway(true)
      }}
    />
  )
}

const wide = '(min-width: 768px)'

function Checklist({ onHide }: { onHide(): void }) {
  const listId = useId()
  const { id } = useOrganization()
  const [isOpen, setOpen] = useState(() => matchMedia(wide).matches && choiceOf(id) !== 'folded')
  const fold = () => {
    keepChoice(id, isOpen ? 'folded' : 'open')
    setOpen(!isOpen)
  }
  const status = useOperation('getOnboardingStatus', {}, { staleTime: 60_000 })
  const settle = useAction('completeOnboardingStep')
  const steps = status.data?.steps
  const behind = steps?.filter(({ state }) => state !== 'todo').length ?? 0
  const isComplete = steps !== undefined && behind === steps.length
  const next = steps?.find(({ state }) => state === 'todo')?.key
  const maySettle = useCatalogEntry('completeOnboardingStep')?.allowed ?? false

  return (
    <section
      aria-labelledby={`${listId}-title`}
      className="mb-5 grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-[minmax(0,1fr)_240px] lg:items-start"
    >
      <div>
        <div className="flex items-center gap-3 pb-2">
          <div className="min-w-0 flex-1">
            <h2 id={`${listId}-title`} className="t-sub">
              {isComplete ? 'You are set up' : 'First steps'}
            </h2>
            <div className="mt-1 flex items-center gap-3">
              <progress aria-label="First steps" value={behind} max={stepKeys.length} className="progress max-w-56" />
              <span className="text-sm whitespace-nowrap text-muted tabular-nums">
                {steps ? behind : '–'} of {stepKeys.length}
              </span>
            </div>
          </div>
          {isComplete && (
            <IconButton label="Put the first steps away" icon={<X strokeWidth={1.75} />} onClick={onHide} />
          )}
          <IconButton
            label={isOpen ? 'Fold the first steps' : 'Show the first steps'}
            icon={<ChevronDown strokeWidth={1.75} className={clsx('transition-transform', isOpen && 'rotate-180')} />}
            aria-expanded={isOpen}
            aria-controls={listId}
            onClick={fold}
          />
        </div>
        {(status.error ?? settle.error) && (
          <div className="border-t border-line py-4">
            <Problem error={status.error ?? settle.error} onRetry={() => void status.refetch()} />
          </div>
        )}
        <ol id={listId} className={clsx('border-t border-line', !isOpen && 'hidden')}>
          {stepKeys.map((key) => (
            <Step
              key={key}
              name={key}
              step={steps?.find((step) => step.key === key)}
              isNext={key === next}
              maySettle={maySettle}
              isBusy={settle.isPending}
              onSettle={(state) => void settle.run({ step: key, state })}
            />
          ))}
        </ol>
      </div>
      <ConnectAgent />
    </section>
  )
}

function ConnectAgent() {
  const { slug } = useOrganization()
  return (
    <div className="flex flex-col max-lg:flex-row max-lg:items-center max-lg:gap-4 max-lg:py-3 lg:border-l lg:border-line lg:pl-5">
      <div className="min-w-0 flex-1">
        <h2 className="t-sub">Connect an agent</h2>
        <p className="mt-1 text-muted max-lg:hidden">
          Claude, Cursor, ChatGPT or your own program works here with a key that you give it. You see every call.
        </p>
      </div>
      <Link
        to="/o/$orgSlug/settings/api"
        params={{ orgSlug: slug }}
        className={clsx(buttonLook('plain'), 'lg:mt-4 lg:self-start')}
      >
        Connect<span className="sr-only"> an agent</span>
      </Link>
    </div>
  )
}
