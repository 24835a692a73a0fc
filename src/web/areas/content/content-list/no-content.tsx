import { isNarrowed, type ContentSearch } from '#web/areas/content/content-list/content-search.ts'
import { Button } from '#web/parts/button.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'

/** Why the list is empty: nothing fits, nothing has this state, or there is nothing yet. */
export default function NoContent({ asked, onClear }: { asked: ContentSearch; onClear(): void }) {
  if (isNarrowed(asked))
    return (
      <EmptyState title="Nothing matches" action={<Button onClick={onClear}>Clear filters</Button>}>
        {asked.search ? (
          <>
            Nothing here fits “<span className="break-words">{asked.search}</span>”. A title, a slug or a whole address
            finds an article.
          </>
        ) : (
          'Nothing fits all of the filters.'
        )}
      </EmptyState>
    )
  if (asked.tab) {
    const { title, about } = words[asked.tab]
    return <EmptyState title={title}>{about}</EmptyState>
  }
  return (
    <EmptyState title="No content yet">
      Articles appear here as soon as a person or an agent writes one. What you have already comes in by Import…: a
      WordPress site, a feed, a sitemap, or a folder of Markdown.
    </EmptyState>
  )
}

const words = {
  draft: { title: 'No drafts', about: 'What is written and not yet public is here.' },
  review: { title: 'Nothing is in review', about: 'What somebody was asked to look at is here until they have.' },
  scheduled: { title: 'Nothing is scheduled', about: 'What becomes public by itself is here until it does.' },
  published: { title: 'Nothing is live', about: 'What the public can read is here.' },
  trash: { title: 'The trash is empty', about: 'What is moved here stays for 30 days.' },
}
