import { ChecksFound } from '#web/areas/content/item-words.tsx'
import type { OutputOf } from '#web/operations.ts'
import { inPlainWords } from '#web/parts/plain-words.ts'
import { StatusMark } from '#web/parts/status.tsx'

type Props = { warnings: OutputOf<'validatePost'>['publishingWarnings'] }

/** What the checks found in what is about to be public. */
export function FoundWarnings({ warnings }: Props) {
  const countOf = (wanted: string) => warnings.filter(({ severity }) => severity === wanted).length
  return (
    <section aria-label="Checks">
      <h3 className="t-head mb-1 flex items-baseline justify-between">
        Checks
        <span className="font-normal">
          <ChecksFound checks={{ errors: countOf('error'), warnings: countOf('warning'), unchecked: false }} />
        </span>
      </h3>
      <ul>
        {warnings.map(({ code, field, severity, message }) => (
          <li key={`${code} ${field}`} className="flex items-baseline gap-2.5 py-1">
            <StatusMark tone={tones[severity]} />
            <span className="min-w-0 wrap-anywhere">{inPlainWords(message)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const tones = { error: 'bad', warning: 'warn', notice: 'neutral' } as const
