import { clsx } from 'clsx'

import { type DiffLine, type DiffSection, diffSections } from '#web/parts/diff-sections.ts'
import { fieldWords } from '#web/parts/field-words.ts'
import { valueWords } from '#web/parts/value-words.ts'

/** What a text loses and gains, line by line: told by sign and colour, and as deletions and insertions. */
export function TextDiff({ diff }: { diff: string }) {
  return <SectionsDiff sections={diffSections(diff)} />
}

export function SectionsDiff({ sections }: { sections: readonly DiffSection[] }) {
  return (
    <div
      role="group"
      tabIndex={0}
      aria-label="Differences"
      className="mt-1 max-h-120 overflow-auto rounded-lg bg-raised py-2 text-sm"
    >
      {bodyFirst(sections).map(({ field, lines }) => (
        <div key={field} role="group" aria-label={fieldWords(field)} className="py-1">
          <p aria-hidden className="px-3 pb-1 text-muted">
            {fieldWords(field)}
          </p>
          {lines.map((line, at) => (
            <Line key={at} field={field} line={line} />
          ))}
        </div>
      ))}
    </div>
  )
}

function bodyFirst(sections: readonly DiffSection[]): DiffSection[] {
  return sections.toSorted((a, b) => Number(b.field === 'content') - Number(a.field === 'content'))
}

function Line({ field, line: { kind, text } }: { field: string; line: DiffLine }) {
  const Text = elements[kind]
  if (kind === 'gap') return <p className="px-3 text-muted">…</p>
  return (
    <div className={clsx('flex gap-2 px-3 whitespace-pre-wrap [overflow-wrap:anywhere]', looks[kind])}>
      <span aria-hidden className="w-2 shrink-0">
        {signs[kind]}
      </span>
      <Text className="min-h-5 min-w-0 no-underline">{text && valueWords(field, text)}</Text>
    </div>
  )
}

const elements = { same: 'span', added: 'ins', removed: 'del', gap: 'span' } as const
const signs = { same: '', added: '+', removed: '−', gap: '' }
const looks = { same: '', added: 'bg-ok-soft text-ok-ink', removed: 'bg-press-soft text-press-ink', gap: '' }
