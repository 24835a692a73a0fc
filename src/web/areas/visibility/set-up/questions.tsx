import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'

import type { Prompt } from '#web/areas/visibility/ai-answers/answer-types.ts'
import { type AnswersSearch, answersSearch } from '#web/areas/visibility/ai-answers/answers-search.ts'
import { intentWords } from '#web/areas/visibility/ai-answers/prompt-words.ts'
import { MonthCost } from '#web/areas/visibility/set-up/month-cost.tsx'
import { namedColumn } from '#web/areas/visibility/set-up/named-column.tsx'
import { Button } from '#web/parts/button.tsx'
import { type Column, DataTable, TableSkeleton } from '#web/parts/data-table.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { late } from '#web/parts/late.ts'
import { ListBody } from '#web/parts/list-body.tsx'
import { MenuEntry, RowMenu } from '#web/parts/row-menu.tsx'
import { SearchBox } from '#web/parts/search-box.tsx'
import { Status } from '#web/parts/status.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useCatalogEntry } from '#web/use-catalog.ts'
import { useAction, useOperation } from '#web/use-operation.ts'

const SuggestedQuestions = late(() => import('#web/areas/visibility/set-up/suggested-questions.tsx'))
const NewQuestions = late(() => import('#web/areas/visibility/set-up/new-questions.tsx'))
const ImportAnswers = late(() => import('#web/areas/visibility/set-up/import-answers.tsx'))
const ChangeQuestion = late(() => import('#web/areas/visibility/set-up/change-question.tsx'))
const DeleteQuestion = late(() => import('#web/areas/visibility/set-up/delete-question.tsx'))

type Open = { what: 'suggest' | 'new' | 'bring' } | { what: 'change' | 'delete'; prompt: Prompt } | null

/** What is asked: each question with how often it named one lately. */
export default function Questions({ asked }: { asked: AnswersSearch }) {
  const navigate = useNavigate({ from: '/o/$orgSlug/ai-answers' })
  const list = useOperation('listAsvPrompts', {
    pageSize: 25,
    page: asked.page ?? 1,
    ...(asked.search !== undefined && { search: asked.search }),
  })
  const mayWrite = useCatalogEntry('updateAsvPrompt')?.allowed ?? false
  const update = useAction('updateAsvPrompt')
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const go = (next: AnswersSearch) =>
    void navigate({ search: answersSearch({ ...asked, page: undefined, ...next }), resetScroll: false })

  async function put({ id, state, text }: Prompt, next: 'active' | 'paused') {
    const done = await update.run({ id, state: next })
    if (done === null)
      return toast('The question could not be changed. The plan may not allow any further active ones.')
    toast(`“${text}” ${next === 'paused' ? 'is asked no longer' : 'is asked again'}.`, {
      label: 'Undo',
      run: () => void update.run({ id, state }),
    })
  }

  return (
    <>
      <div className="mb-2 flex flex-wrap items-center gap-2 max-sm:[&>form]:basis-full">
        <SearchBox
          label="Search"
          hint="Question or tag"
          value={asked.search ?? ''}
          onSearch={(search) => go({ search })}
        />
        {mayWrite && (
          <div className="page-actions">
            <Button onClick={() => setOpen({ what: 'suggest' })}>Suggest…</Button>
            <Button onClick={() => setOpen({ what: 'bring' })}>Bring an answer…</Button>
            <Button look="ink" onClick={() => setOpen({ what: 'new' })}>
              Write questions…
            </Button>
          </div>
        )}
      </div>
      <MonthCost />
      <ListBody
        list={list}
        skeleton={<TableSkeleton label="Reading the questions" rows={10} rowHeight="h-[37px]" />}
        isCounted
        onPage={(page) => go({ page })}
        empty={() => <NoQuestions search={asked.search} onClear={() => go({ search: '' })} />}
      >
        {({ items }) => (
          <DataTable
            label="Questions"
            columns={mayWrite ? [...columns, actionsOf({ onOpen: setOpen, onPut: put })] : columns}
            rows={items}
            keyOf={({ id }) => id}
          />
        )}
      </ListBody>
      <Suspense>
        {open?.what === 'suggest' && <SuggestedQuestions onClose={close} />}
        {open?.what === 'new' && <NewQuestions onClose={close} />}
        {open?.what === 'bring' && <ImportAnswers onClose={close} />}
        {open?.what === 'change' && <ChangeQuestion prompt={open.prompt} onClose={close} />}
        {open?.what === 'delete' && <DeleteQuestion prompt={open.prompt} onClose={close} />}
      </Suspense>
    </>
  )
}

function NoQuestions({ search, onClear }: { search: string | undefined; onClear(): void }) {
  if (search === undefined)
    return (
      <EmptyState title="No questions yet">
        Write what your readers ask an assistant before they know you. Ten questions are enough to begin with.
      </EmptyState>
    )
  return (
    <EmptyState title="Nothing matches" action={<Button onClick={onClear}>Clear the search</Button>}>
      No question has “{search}” in its text or tag.
    </EmptyState>
  )
}

const columns: Column<Prompt>[] = [
  {
    title: 'Question',
    className: 'max-sm:w-full!',
    cellClass: 't-row [overflow-wrap:anywhere]',
    cell: ({ text }) => text,
  },
  {
    title: 'About',
    className: 'w-36 max-lg:hidden',
    cellClass: 'text-muted',
    cell: (prompt) => [intentWords(prompt), prompt.tag].filter(Boolean).join(', '),
  },
  {
    title: 'State',
    className: 'w-24',
    cell: ({ state }) => <Status tone={state === 'active' ? 'ok' : 'neutral'}>{states[state]}</Status>,
  },
  namedColumn('max-md:hidden'),
]

const states: Record<Prompt['state'], string> = { active: 'Asked', paused: 'Paused', archived: 'Archived' }

type Actions = { onOpen(open: Open): void; onPut(prompt: Prompt, next: 'active' | 'paused'): Promise<void> }

const actionsOf = ({ onOpen, onPut }: Actions): Column<Prompt> => ({
  title: 'Actions',
  isTitleHidden: true,
  className: 'w-36 max-sm:ml-auto',
  cellClass: 'text-right',
  cell: (prompt) => (
    <div className="flex gap-1 sm:justify-end">
      <Button size="small" look="quiet" onClick={() => onOpen({ what: 'change', prompt })}>
        Change…<span className="sr-only"> {prompt.text}</span>
      </Button>
      <RowMenu label={`More about ${prompt.text}`}>
        <MenuEntry
          label={prompt.state === 'active' ? 'Pause' : 'Ask again'}
          of={prompt.text}
          onPress={() => void onPut(prompt, prompt.state === 'active' ? 'paused' : 'active')}
        />
        <MenuEntry label="Delete…" of={prompt.text} onPress={() => onOpen({ what: 'delete', prompt })} />
      </RowMenu>
    </div>
  ),
})
