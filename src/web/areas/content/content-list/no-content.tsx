import { Link } from '@tanstack/react-router'

import { isNarrowed, type ContentSearch } from '#web/areas/content/content-list/content-search.ts'
import { useOrganization } from '#web/context.ts'
import { Button, buttonLook } from '#web/parts/button.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { useCatalogEntry } from '#web/use-catalog.ts'

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
  return <NothingYet />
}

/** Nothing is written: beside the button for the first article the other ways in, which this person has. */
function NothingYet() {
  const { slug: orgSlug } = useOrganization()
  const mayImport = useCatalogEntry('importItems')?.allowed ?? false
  return (
    <EmptyState
      title="No content yet"
      action={
        <>
          {mayImport && (
            <Link to="/o/$orgSlug/content/import" params={{ orgSlug }} className={buttonLook('plain')}>
              Bring what you have…
            </Link>
          )}
          <Link to="/o/$orgSlug/settings/api" params={{ orgSlug }} hash="connect" className={buttonLook('plain')}>
            Let an agent write…
          </Link>
        </>
      }
    >
      Write the first article, bring what a WordPress site, a feed, a sitemap or a folder of Markdown has, or let an
      agent draft one for you to read. None of it is public before somebody publishes it.
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
