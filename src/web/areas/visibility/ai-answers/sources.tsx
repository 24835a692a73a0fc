import { Link, useNavigate } from '@tanstack/react-router'

import { readableAddress } from '#std/readable-address.ts'
import type { Range, Source } from '#web/areas/visibility/ai-answers/answer-types.ts'
import { type AnswersSearch, answersSearch } from '#web/areas/visibility/ai-answers/answers-search.ts'
import { intervalWords, modeWords, shareWords } from '#web/areas/visibility/ai-answers/finding.ts'
import { useOrganization } from '#web/context.ts'
import { Button, buttonLook } from '#web/parts/button.tsx'
import { SaveCsv } from '#web/parts/chart-frame.tsx'
import { type Column, DataTable, TableSkeleton } from '#web/parts/data-table.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { ListBody } from '#web/parts/list-body.tsx'
import { SearchBox } from '#web/parts/search-box.tsx'
import { ViewLinks } from '#web/parts/view-links.tsx'
import { useOperation } from '#web/use-operation.ts'

/** What answers rest on: first what names competitors without you. */
export default function Sources({ asked, range }: { asked: AnswersSearch; range: Range }) {
  const navigate = useNavigate({ from: '/o/$orgSlug/ai-answers' })
  const { slug: orgSlug } = useOrganization()
  const level = asked.by ?? 'domain'
  const list = useOperation('listAsvSources', {
    range,
    level,
    pageSize: 25,
    page: asked.page ?? 1,
    ...(asked.search !== undefined && { search: asked.search }),
  })
  const go = (next: AnswersSearch) =>
    void navigate({ search: answersSearch({ ...asked, page: undefined, ...next }), resetScroll: false })
  const view = (label: string, by: AnswersSearch['by']) => ({
    label,
    isCurrent: asked.by === by,
    link: {
      to: '/o/$orgSlug/ai-answers' as const,
      params: { orgSlug },
      search: answersSearch({ ...asked, by, page: undefined }),
    },
  })
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center gap-3 max-sm:[&>form]:basis-full">
        <SearchBox
          label="Search"
          hint="Host or address"
          value={asked.search ?? ''}
          onSearch={(search) => go({ search })}
        />
        <ViewLinks label="Level" views={[view('Websites', undefined), view('Pages', 'url')]} />
        {list.data && <SaveCsv file="ai-answers-sources" label="sources" rows={rowsOf(list.data.items)} />}
      </div>
      <ListBody
        list={list}
        skeleton={<TableSkeleton label="Reading the sources" rows={10} rowHeight="h-[37px]" />}
        isCounted
        onPage={(page) => go({ page })}
        empty={() =>
          asked.search === undefined ? (
            <EmptyState
              title="No sources in this time"
              action={
                <Link
                  from="/o/$orgSlug/ai-answers"
                  to="."
                  search={{ tab: 'questions' }}
                  className={buttonLook('plain')}
                >
                  See the questions
                </Link>
              }
            >
              Engines that search the web name what they read. Answers from memory have no sources.
            </EmptyState>
          ) : (
            <EmptyState
              title="Nothing matches"
              action={<Button onClick={() => go({ search: '' })}>Clear the search</Button>}
            >
              No source has “{asked.search}” in its address.
            </EmptyState>
          )
        }
      >
        {({ items }) => (
          <DataTable
            label="Sources"
            columns={columns}
            rows={items}
            keyOf={({ source, mode }) => `${source} ${mode}`}
            isDense
          />
        )}
      </ListBody>
    </>
  )
}

const types: Record<Source['type'], string> = {
  own: 'yours',
  competitor: 'competitor',
  community: 'community',
  reference: 'reference',
  review: 'reviews',
  editorial: 'other',
}

const columns: Column<Source>[] = [
  {
    title: 'Source',
    className: 'w-full',
    cellClass: 'mono whitespace-normal! [overflow-wrap:anywhere]',
    cell: ({ source }) => readableAddress(source),
  },
  {
    title: 'Whose',
    cell: ({ type }) => <span className={type === 'own' ? 'text-ok-ink' : 'text-muted'}>{types[type]}</span>,
  },
  {
    title: 'Used in',
    cellClass: 'tabular-nums',
    cell: ({ usedRate }) => (
      <>
        {shareWords(usedRate)} <span className="text-muted max-lg:hidden">{intervalWords(usedRate)}</span>
      </>
    ),
  },
  { title: 'Cited', className: 'max-md:hidden', cellClass: 'tabular-nums', cell: ({ citations }) => citations },
  {
    title: 'Names others only',
    className: 'max-md:hidden',
    cellClass: 'tabular-nums',
    cell: ({ competitorOnly }) => competitorOnly,
  },
  {
    title: 'Answers',
    className: 'max-xl:hidden',
    cellClass: 'text-muted',
    cell: ({ mode }) => modeWords[mode].toLowerCase(),
  },
]

const rowsOf = (items: readonly Source[]) => [
  ['Source', 'Whose', 'Answers', 'Used %', 'Low', 'High', 'Used in', 'Of answers', 'Citations', 'Names others only'],
  ...items.map(({ source, type, mode, usedRate, citations, competitorOnly }) => [
    source,
    types[type],
    modeWords[mode],
    usedRate.tooFewSamples ? null : usedRate.value,
    usedRate.tooFewSamples ? null : (usedRate.ci95?.[0] ?? null),
    usedRate.tooFewSamples ? null : (usedRate.ci95?.[1] ?? null),
    usedRate.numerator,
    usedRate.denominator,
    citations,
    competitorOnly,
  ]),
]
