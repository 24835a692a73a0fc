import { useSearch } from '@tanstack/react-router'

import type { OutputOf } from '#web/operations.ts'
import { ComparedWords } from '#web/parts/compared-words.tsx'
import { type DiffSection, diffSections, textBefore } from '#web/parts/diff-sections.ts'
import { fieldWords } from '#web/parts/field-words.ts'
import { MarkdownSides, MarkdownText } from '#web/parts/markdown-text.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { Sheet } from '#web/parts/sheet.tsx'
import { SectionsDiff } from '#web/parts/text-diff.tsx'
import { useWide } from '#web/parts/use-wide.ts'
import { valueWords } from '#web/parts/value-words.ts'
import { ViewLinks } from '#web/parts/view-links.tsx'
import { useOperation } from '#web/use-operation.ts'

type Props = { item: OutputOf<'getItem'>['item']; n: number; newest: number; onClose(): void }
type Against = 'before' | 'now'
type Layout = 'side' | 'line'

/** From this width of the window, in CSS pixels, two texts have room side by side. */
const roomy = 900

/** What a revision changed, or what has changed since: the fields, and below them the body as it reads. */
export function CompareRevisions({ item, n, newest, onClose }: Props) {
  const search = useSearch({ from: '/o/$orgSlug/content/$itemId' })
  const against = n < newest && search.now ? 'now' : 'before'
  const isRoomy = useWide(roomy)
  const layout = isRoomy && !search.line ? 'side' : 'line'
  const [from, to] = against === 'before' ? [n - 1, n] : [n, newest]
  const read = useOperation('listItemRevisions', { id: item.id, page: 1, pageSize: 1, compare: [from, to] })
  const later = useOperation('getItemRevision', { id: item.id, revision: to })
  const error = read.error ?? later.error
  const sections = diffSections(read.data?.diff ?? '')
  const body = sections.find(({ field }) => field === 'content')
  const isByAgent = against === 'before' && later.data?.authorType === 'agent'
  return (
    <Sheet title={`Revision ${n}`} isWide={layout === 'side'} onClose={onClose}>
      <Choices {...{ against, layout, isRoomy }} hasLater={n < newest} />
      {error !== null && <Problem error={error} onRetry={() => void Promise.all([read.refetch(), later.refetch()])} />}
      {read.data?.diff === '' && <p className="mt-3 text-muted">The texts are the same.</p>}
      {read.data?.diff && later.data && (
        <div role="group" aria-label="Differences" className="mt-3">
          {layout === 'side' && (
            <p className="grid grid-cols-2 gap-x-8 border-b border-line pb-2 font-medium">
              <span>Revision {from}</span>
              <span>Revision {to}</span>
            </p>
          )}
          {sections
            .filter((section) => section !== body)
            .map((section) => (
              <Field key={section.field} {...{ section, layout, isByAgent }} />
            ))}
          {body && (
            <div role="group" aria-label="Content" className="pt-4">
              <h3 className="mb-1 text-sm text-muted">Body</h3>
              <Body
                // What a revision did not change says what the article says.
                text={later.data.fields['content'] ?? (to === newest ? item.content : undefined)}
                isMarkdown={
                  item.contentFormat === 'markdown' && sections.every(({ field }) => field !== 'contentFormat')
                }
                {...{ section: body, layout, isByAgent }}
              />
            </div>
          )}
        </div>
      )}
    </Sheet>
  )
}

type ChoicesProps = { against: Against; layout: Layout; isRoomy: boolean; hasLater: boolean }

/** With what it is compared, and how; both are in the address. */
function Choices({ against, layout, isRoomy, hasLater }: ChoicesProps) {
  const search = useSearch({ from: '/o/$orgSlug/content/$itemId' })
  const { now: _now, ...withBefore } = search
  const { line: _line, ...atSides } = search
  const link = (changed: typeof search) =>
    ({ from: '/o/$orgSlug/content/$itemId', to: '.', search: changed, replace: true }) as const
  return (
    <div className="flex flex-wrap gap-3">
      {hasLater && (
        <ViewLinks
          label="Compare"
          views={[
            { label: 'With the one before', isCurrent: against === 'before', link: link(withBefore) },
            { label: 'With what it says now', isCurrent: against === 'now', link: link({ ...search, now: true }) },
          ]}
        />
      )}
      {isRoomy && (
        <ViewLinks
          label="Layout"
          views={[
            { label: 'Side by side', isCurrent: layout === 'side', link: link(atSides) },
            { label: 'In line', isCurrent: layout === 'line', link: link({ ...search, line: true }) },
          ]}
        />
      )}
    </div>
  )
}

type PartProps = { section: DiffSection; layout: Layout; isByAgent: boolean }

/** A field that differs: what it said and what it says. */
function Field({ section: { field, lines }, layout, isByAgent }: PartProps) {
  const without = (hidden: 'added' | 'removed') =>
    lines.flatMap(({ kind, text }) => (kind === hidden ? [] : text && valueWords(field, text))).join('\n')
  const words = { before: without('added'), after: without('removed'), isByAgent }
  const look = 'min-w-0 wrap-anywhere whitespace-pre-wrap'
  return (
    <div role="group" aria-label={fieldWords(field)} className="border-b border-line py-2">
      <p aria-hidden className="text-sm text-muted">
        {fieldWords(field)}
      </p>
      {layout === 'side' ? (
        <div className="grid grid-cols-2 gap-x-8">
          <p className={look}>
            <ComparedWords {...words} side="before" />
          </p>
          <p className={look}>
            <ComparedWords {...words} side="after" />
          </p>
        </div>
      ) : (
        <p className={look}>
          <ComparedWords {...words} />
        </p>
      )}
    </div>
  )
}

type BodyProps = PartProps & {
  /** The later text; its source is compared where it is not known. */
  text: unknown
  isMarkdown: boolean
}

function Body({ section, layout, isByAgent, text, isMarkdown }: BodyProps) {
  if (typeof text !== 'string' || !isMarkdown) return <SectionsDiff sections={[section]} />
  const texts = { text, before: textBefore(text, section), isByAgent }
  return layout === 'side' ? <MarkdownSides {...texts} /> : <MarkdownText {...texts} />
}
