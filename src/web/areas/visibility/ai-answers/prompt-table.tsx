import type { Prompt } from '#web/areas/visibility/ai-answers/answer-types.ts'
import { modeWords, shareWords } from '#web/areas/visibility/ai-answers/finding.ts'
import { type Column, DataTable } from '#web/parts/data-table.tsx'

const columns: Column<Prompt>[] = [
  { title: 'Prompt', className: 'max-sm:w-full!', cellClass: '[overflow-wrap:anywhere]', cell: ({ text }) => text },
  {
    title: 'Intent',
    className: 'w-28 max-lg:hidden',
    cellClass: 'text-muted',
    cell: ({ intent, branded }) => (branded ? 'names you' : intent),
  },
  {
    title: 'Named',
    cellClass: 'tabular-nums',
    cell: ({ metrics }) =>
      metrics.length === 0
        ? 'no answers'
        : metrics.map(({ mode, visibility }) => (
            <div key={mode}>{`${shareWords(visibility)} by ${modeWords(mode)}`}</div>
          )),
  },
]

/** The prompts that are asked, each with how often the own brand was named. */
export function PromptTable({ prompts }: { prompts: readonly Prompt[] }) {
  return <DataTable label="Prompts" columns={columns} rows={prompts} keyOf={({ id }) => id} />
}
