import { placeOf } from '#web/areas/content/article/field-places.ts'
import type { OutputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { inPlainWords } from '#web/parts/plain-words.ts'
import { StatusMark } from '#web/parts/status.tsx'

type Warnings = NonNullable<OutputOf<'getItem'>['publishingWarnings']>
/** `onMend` leads to a field that the page of an article has. */
type Props = { warnings: Warnings; mayChange: boolean; onMend(field: string): void }

/** What the checks found, the most severe first; Fix leads to the field that mends it. */
export function Checks({ warnings, mayChange, onMend }: Props) {
  if (warnings.length === 0) return <p className="text-muted">The checks found nothing to mend.</p>
  return (
    <ul aria-label="Checks">
      {warnings.map(({ code, severity, field, message }) => (
        <li key={`${code} ${field}`} className="flex items-baseline gap-2.5 border-b border-line py-2.5">
          <StatusMark tone={tones[severity]} />
          <span className="min-w-0 flex-1 wrap-anywhere">{inPlainWords(message)}</span>
          {mayChange && field !== null && placeOf(field) !== undefined && (
            <Button size="small" onClick={() => onMend(field)}>
              Fix
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

const tones = { error: 'bad', warning: 'warn', notice: 'neutral' } as const
