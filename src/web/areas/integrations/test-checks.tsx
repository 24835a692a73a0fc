import type { OutputOf } from '#web/operations.ts'
import { StatusMark } from '#web/parts/status.tsx'

type Props = { checks: OutputOf<'testIntegration'>['checks']; className?: string }

/** What a test of a connection found out. */
export function TestChecks({ checks, className }: Props) {
  return (
    <ul className={className}>
      {checks.map(({ name, ok, detail }) => (
        <li key={name} className="flex items-baseline gap-2.5 py-0.5">
          <StatusMark tone={ok ? 'ok' : 'bad'} />
          <span className="min-w-0 wrap-anywhere">{detail}</span>
        </li>
      ))}
    </ul>
  )
}
