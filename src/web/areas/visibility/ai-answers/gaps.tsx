import { useState } from 'react'
import type { Gap } from '#web/areas/visibility/ai-answers/answer-types.ts'
import { Button } from '#web/parts/button.tsx'
import { type Column, DataTable } from '#web/parts/data-table.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useCatalogEntry } from '#web/use-catalog.ts'
import { useAction } from '#web/use-operation.ts'

const kinds: Record<Gap['kind'], string> = { mention: 'Not named', citation: 'Not cited', content: 'No article' }

/** Where competitors lead, each with the topic that would answer it. */
export function Gaps({ gaps }: { gaps: readonly Gap[] }) {
  const { run } = useAction('createBlogTopic')
  const mayPlan = useCatalogEntry('createBlogTopic')?.allowed ?? false
  // What was planned here; the list says it itself once it is read again.
  const [planned, setPlanned] = useState<ReadonlySet<string>>(new Set())
  async function plan({ promptId, suggestedTopic }: Gap) {
    const done = await run(suggestedTopic as Parameters<typeof run>[0])
    if (!done) return toast('The topic could not be planned.')
    setPlanned((known) => new Set([...known, promptId]))
    toast(`“${suggestedTopic.topic}” is a topic now.`)
  }

  const columns: Column<Gap>[] = [
    {
      title: 'Prompt',
      className: 'max-sm:w-full!',
      cellClass: '[overflow-wrap:anywhere]',
      cell: ({ untrusted }) => untrusted.prompt,
    },
    { title: 'Gap', className: 'w-28', cell: ({ kind }) => kinds[kind] },
    {
      title: 'Competitors',
      className: 'max-md:hidden',
      cellClass: 'text-muted',
      cell: ({ competitors, n }) =>
        competitors.map(({ name, rate }) => `${name} in ${Math.round((rate * n) / 100)} of ${n}`).join(', '),
    },
    {
      title: 'Actions',
      isTitleHidden: true,
      className: 'w-32 max-sm:ml-auto',
      cell: (gap) =>
        gap.topicId !== null || planned.has(gap.promptId) ? (
          <span className="text-muted">Planned</span>
        ) : (
          mayPlan && (
            <Button
              size="small"
              look="quiet"
              aria-label={`Plan a topic for ${gap.untrusted.prompt}`}
              onClick={() => void plan(gap)}
            >
              Plan a topic
            </Button>
          )
        ),
    },
  ]
  return (
    <DataTable
      label="Gaps"
      columns={columns}
      rows={gaps}
      keyOf={({ promptId, kind, mode }) => `${promptId} ${kind} ${mode}`}
    />
  )
}
