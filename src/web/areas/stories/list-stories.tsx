import { Story } from '#web/areas/stories/story.tsx'
import { Button } from '#web/parts/button.tsx'
import { DataTable, TableSkeleton } from '#web/parts/data-table.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'

/** A list in its five states. */
export function ListStories() {
  return (
    <>
      <Story title="A list: full">
        <DataTable
          label="Example"
          columns={[
            { title: 'Title', cell: ({ title }) => <span className="font-medium">{title}</span> },
            { title: 'Words', className: 'w-24 text-right', cell: ({ words }) => words.toLocaleString('en') },
          ]}
          rows={rows}
          keyOf={({ title }) => title}
        />
      </Story>
      <Story title="A list: being read">
        <TableSkeleton label="Reading the example" rows={3} rowHeight="h-[61px]" />
      </Story>
      <Story title="A list: nothing yet">
        <EmptyState title="No content yet" action={<Button>Write one</Button>}>
          What it is, and the one thing to do first.
        </EmptyState>
      </Story>
      <Story title="A list: nothing matches">
        <EmptyState title="Nothing matches" action={<Button>Clear</Button>}>
          No entry fits all of the filters.
        </EmptyState>
      </Story>
      <Story title="A list: not allowed">
        <EmptyState title="Owners and admins read this">Who can grant it.</EmptyState>
      </Story>
    </>
  )
}

const rows = [
  { title: 'How to choose a CRM', words: 1240 },
  { title: 'What is a sales pipeline', words: 860 },
]
