const steps = [
  'Who you are, and what you publish as',
  'Where your readers are: your website',
  'Bring posts, or begin with examples',
  'Connect a first agent',
]

/** What the set-up asks, and where one is. */
export function BeginningSteps({ current }: { current: number }) {
  return (
    <ol aria-label="Steps" className="flex flex-col gap-3">
      {steps.map((step, at) => (
        <li
          key={step}
          aria-current={at === current ? 'step' : undefined}
          className="t-sub flex gap-5 text-muted aria-[current]:text-ink"
        >
          <span aria-hidden className="w-3 shrink-0 text-right">
            {at + 1}
          </span>
          {step}
        </li>
      ))}
    </ol>
  )
}
