import { useSearch } from '@tanstack/react-router'

import { MarkdownText } from '#web/areas/approvals/approval/late-text.ts'
import type { Approval } from '#web/operations.ts'
import { type DiffSection, diffSections, textBefore } from '#web/parts/diff-sections.ts'
import { SectionsDiff } from '#web/parts/text-diff.tsx'
import { Time } from '#web/parts/time.tsx'
import { ViewLinks } from '#web/parts/view-links.tsx'

type Text = NonNullable<Approval['untrusted']['records'][number]['text']>

type Props = {
  text: Text
  /** Whether a part of the diff is shown elsewhere. */
  isTold(section: DiffSection): boolean
}

/** The text of an item as its readers will see it, or what changes in it. */
export function ItemText({ text, isTold }: Props) {
  const view = useView(text)
  const sections = diffSections(text.diff)
  const body = sections.find(({ field }) => field === 'content')
  const others = sections.filter((section) => section !== body && !isTold(section))
  if (view === 'whole')
    return (
      <div role="group" aria-label="The text as it will be">
        <MarkdownText text={text.content} />
      </div>
    )
  return (
    <div role="group" aria-label="Differences" className="flex flex-col gap-4">
      {body && (
        <div role="group" aria-label="Content">
          <MarkdownText text={text.content} before={textBefore(text.content, body)} isByAgent />
        </div>
      )}
      {!body && <p className="text-muted">The text itself stays as it is.</p>}
      {others.length > 0 && <SectionsDiff sections={others} />}
    </div>
  )
}

/** What the text is compared with, and the choice between its changes and the whole. */
export function ComparedWith({ text }: { text: Text }) {
  const { base } = text
  const view = useView(text)
  const link = (shown: 'changes' | 'whole') =>
    ({
      from: '/o/$orgSlug/approvals/$approvalId',
      to: '.',
      search: shown === 'whole' ? { text: shown } : {},
      replace: true,
    }) as const
  return (
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
      {base.kind !== 'none' && (
        <ViewLinks
          label="Text"
          views={[
            { label: 'Changes', isCurrent: view === 'changes', link: link('changes') },
            { label: 'As it will be', isCurrent: view === 'whole', link: link('whole') },
          ]}
        />
      )}
    </div>
  )
}

/** What is shown of a text: without anything to compare it with, all of it. */
function useView({ base }: Text): 'changes' | 'whole' {
  const asked = useSearch({ from: '/o/$orgSlug/approvals/$approvalId' }).text ?? 'changes'
  return base.kind === 'none' ? 'whole' : asked
}

const baseWords: Record<Text['base']['kind'], string> = {
  person: 'Compared with what a person wrote last,',
  live: 'Compared with the live text,',
  none: 'No person has written it, and nothing of it is live: all of it is new',
}
