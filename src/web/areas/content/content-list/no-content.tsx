import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { isNarrowed, type ContentSearch } from '#web/areas/content/content-list/content-search.ts'
import { NewArticle } from '#web/areas/content/content-list/new-article.tsx'
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

/** Nothing is written: the ways to a first article that this person has, side by side. */
function NothingYet() {
  const { slug: orgSlug } = useOrganization()
  const mayWrite = useCatalogEntry('createItem')?.allowed ?? true
  const mayImport = useCatalogEntry('importItems')?.allowed ?? false
  return (
    <div className="py-6">
      <h2 className="t-desk">The first page is still white.</h2>
      <p className="mt-2 max-w-[560px] text-muted">
        Write an article, bring the ones that you have, or let an agent draft one for you to read. None of it is public
        before somebody publishes it.
      </p>
      <ul className="mt-7 border-y border-line md:grid md:auto-cols-fr md:grid-flow-col">
        {mayWrite && (
          <Way title="Write one" about="A title and a blank sheet. It is saved as you type.">
            <NewArticle />
          </Way>
        )}
        {mayImport && (
          <Way
            title="Bring what you have"
            about="WordPress, a feed, a sitemap or a folder of Markdown. All of it comes as drafts, and old addresses can be kept."
          >
            <Link to="/o/$orgSlug/content/import" params={{ orgSlug }} className={buttonLook('plain')}>
              Import…
            </Link>
          </Way>
        )}
        <Way
          title="Connect an agent"
          about="Claude, ChatGPT, Cursor and others write drafts here. You decide what they may do, and you see all of it."
        >
          <Link to="/o/$orgSlug/settings/api" params={{ orgSlug }} hash="connect" className={buttonLook('plain')}>
            Connect an agent…
          </Link>
        </Way>
      </ul>
    </div>
  )
}

function Way({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  return (
    <li className="border-line py-4 max-md:not-first:border-t md:px-6 md:not-first:border-l md:first:pl-0">
      <h3 className="t-item">{title}</h3>
      <p className="mt-1 mb-3 text-muted">{about}</p>
      {children}
    </li>
  )
}

const words = {
  draft: { title: 'No drafts', about: 'What is written and not yet public is here.' },
  review: { title: 'Nothing is in review', about: 'What somebody was asked to look at is here until they have.' },
  scheduled: { title: 'Nothing is scheduled', about: 'What becomes public by itself is here until it does.' },
  published: { title: 'Nothing is live', about: 'What the public can read is here.' },
  trash: { title: 'The trash is empty', about: 'What is moved here stays for 30 days.' },
}
