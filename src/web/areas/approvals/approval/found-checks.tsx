import { visibleText } from '#std/visible-text.ts'
import { mergeOf } from '#web/areas/approvals/approval/merge-of.ts'
import { RailRow, RailSection } from '#web/areas/approvals/approval/rail-section.tsx'
import type { Approval } from '#web/operations.ts'
import { inPlainWords } from '#web/parts/plain-words.ts'
import { StatusMark } from '#web/parts/status.tsx'

/** What the checks find in each text as the call would leave it: not in what ends in a merge. Nothing where the call changes no text. */
export function FoundChecks({ approval }: { approval: Approval }) {
  const ending = new Set<string>(mergeOf(approval)?.duplicates.map(({ id }) => id))
  const texts = approval.untrusted.records.flatMap(({ id, title, text }) =>
    text === undefined || ending.has(id) ? [] : [{ id, title: visibleText(title ?? id), warnings: text.warnings }],
  )
  if (texts.length === 0) return null
  const all = texts.flatMap(({ warnings }) => warnings)
  return (
    <RailSection title="Checks" note={all.length > 0 && <Counts severities={all.map(({ severity }) => severity)} />}>
      {all.length === 0 && <p className="text-muted">The checks found nothing to mend.</p>}
      {all.length > 0 && (
        <ul aria-label="Checks">
          {texts.flatMap(({ id, title, warnings }) =>
            warnings.map(({ code, severity, message }, at) => (
              <RailRow
                key={`${id} ${code} ${at}`}
                mark={<StatusMark tone={severityWords[severity].tone} />}
                more={texts.length > 1 && title}
              >
                <span className="sr-only">{severityWords[severity].one}: </span>
                {visibleText(inPlainWords(message))}
              </RailRow>
            )),
          )}
        </ul>
      )}
    </RailSection>
  )
}

type Severity = keyof typeof severityWords

/** "2 errors, 1 warning", the errors in red. */
function Counts({ severities }: { severities: readonly Severity[] }) {
  const found = (['error', 'warning', 'notice'] as const)
    .map((severity) => ({ severity, count: severities.filter((one) => one === severity).length }))
    .filter(({ count }) => count > 0)
  return found.map(({ severity, count }, at) => (
    <span key={severity} className={severity === 'error' ? 'text-press-ink' : undefined}>
      {at > 0 && ', '}
      {count} {count === 1 ? severityWords[severity].one.toLowerCase() : severityWords[severity].many}
    </span>
  ))
}

const severityWords = {
  error: { tone: 'bad', one: 'Error', many: 'errors' },
  warning: { tone: 'warn', one: 'Warning', many: 'warnings' },
  notice: { tone: 'neutral', one: 'Notice', many: 'notices' },
} as const
