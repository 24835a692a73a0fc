import { useSearch } from '@tanstack/react-router'
import { useId } from 'react'

import { visibleText } from '#std/visible-text.ts'
import { MarkdownText } from '#web/areas/approvals/approval/late-text.ts'
import type { Approval } from '#web/operations.ts'
import { type DiffSection, diffSections, textBefore } from '#web/parts/diff-sections.ts'
import { inPlainWords } from '#web/parts/plain-words.ts'
import { Status } from '#web/parts/status.tsx'
import { SectionsDiff } from '#web/parts/text-diff.tsx'
import { Time } from '#web/parts/time.tsx'
import { ViewLinks } from '#web/parts/view-links.tsx'

type Text = NonNullable<Approval['untrusted']['records'][number]['text']>

type Props = {
  text: Text
  /** Whether a part of the diff is shown elsewhere. */
  isTold(section: DiffSection): boolean
}

/** The text of an item as its readers will see it, what changes in it, and what its checks find. */
export function ItemText({ text: { content, diff, base, warnings }, isTold }: Props) {
  const checks = useId()
  const asked = useSearch({ from: '/o/$orgSlug/approvals/$approvalId' }).text ?? 'changes'
  const hasBefore = base.kind !== 'none'
  const view = hasBefore ? asked : 'whole'
  const sections = diffSections(diff)
  const body = sections.find(({ field }) => field === 'content')
  const others = sections.filter((section) => section !== body && !isTold(section))
  const link = (shown: 'changes' | 'whole') =>
    ({
      from: '/o/$orgSlug/approvals/$approvalId',
      to: '.',
      search: shown === 'whole' ? { text: shown } : {},
      replace: true,
    }) as const
  return (
    <div className="mt-4 flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-muted">
        <p>
          {baseWords[base.kind]}
          {base.at && (
            <>
              {' '}
              <Time at={base.at} />
            </>
          )}
          .
        </p>
        {hasBefore && (
          <ViewLinks
            label="Text"
            views={[
              { label: 'Changes', isCurrent: view === 'changes', link: link('changes') },
              { label: 'As it will be', isCurrent: view === 'whole', link: link('whole') },
            ]}
          />
        )}
      </div>
      {view === 'whole' ? (
        <div role="group" aria-label="The text as it will be">
          <MarkdownText text={content} />
        </div>
      ) : (
        <div role="group" aria-label="Differences" className="flex flex-col gap-4">
          {body && (
            <div role="group" aria-label="Content">
              <MarkdownText text={content} before={textBefore(content, body)} isByAgent />
            </div>
          )}
          {!body && <p className="text-muted">The text itself stays as it is.</p>}
          {others.length > 0 && <SectionsDiff sections={others} />}
        </div>
      )}
      <div>
        <h4 id={checks} className="t-head">
          Checks
        </h4>
        {warnings.length === 0 ? (
          <p className="text-muted">Nothing found.</p>
        ) : (
          <ul aria-labelledby={checks} className="mt-1 flex flex-col">
            {warnings.map(({ code, severity, message }, at) => (
              <li
                key={`${code} ${at}`}
                className="grid grid-cols-[5rem_minmax(0,1fr)] items-baseline gap-2 border-b border-line py-2"
              >
                <span>
                  <Status tone={severities[severity].tone}>{severities[severity].label}</Status>
                </span>
                <span className="[overflow-wrap:anywhere]">{visibleText(inPlainWords(message))}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

const baseWords: Record<Text['base']['kind'], string> = {
  person: 'Compared with what a person wrote last,',
  live: 'Compared with the live text,',
  none: 'No person has written it, and nothing of it is live: all of it is new',
}

const severities = {
  error: { tone: 'bad', label: 'Error' },
  warning: { tone: 'warn', label: 'Warning' },
  notice: { tone: 'neutral', label: 'Notice' },
} as const
