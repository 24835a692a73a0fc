import { FileText, SearchX, Trash2 } from 'lucide-react'
import type { ContentSearch } from '#web/areas/content/content-list/content-search.ts'
import { Button } from '#web/parts/button.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'

/** Why the list is empty: nothing fits, nothing has this status, or there is nothing yet. */
export function NoContent({ asked, onClear }: { asked: ContentSearch; onClear(): void }) {
  if (asked.search)
    return (
      <EmptyState
        icon={<SearchX strokeWidth={1.75} />}
        title="Nothing matches"
        action={<Button onClick={onClear}>Clear the search</Button>}
      >
        No item fits “<span className="break-words">{asked.search}</span>”. A title, a slug or a full address finds an
        item.
      </EmptyState>
    )
  if (asked.tab === 'trash')
    return (
      <EmptyState icon={<Trash2 strokeWidth={1.75} />} title="The trash is empty">
        Deleted items stay here for 30 days.
      </EmptyState>
    )
  if (asked.tab)
    return (
      <EmptyState
        icon={<FileText strokeWidth={1.75} />}
        title={`Nothing is ${words[asked.tab]}`}
        action={<Button onClick={onClear}>Show all</Button>}
      >
        Items appear here as soon as their status changes.
      </EmptyState>
    )
  return (
    <EmptyState icon={<FileText strokeWidth={1.75} />} title="No content yet">
      Articles and other items appear here. Create an API key under “API &amp; MCP access” and let an agent write the
      first one. What you have already comes in by <code>masthead import</code> (a folder of Markdown, or the export of
      a WordPress site) or by the operation <code>importItems</code>.
    </EmptyState>
  )
}

const words = { draft: 'a draft', scheduled: 'scheduled', published: 'published' }
