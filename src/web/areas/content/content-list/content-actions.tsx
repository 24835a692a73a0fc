import { Link } from '@tanstack/react-router'

import type { ContentSearch } from '#web/areas/content/content-list/content-search.ts'
import { NewArticle } from '#web/areas/content/content-list/new-article.tsx'
import { ContentExchange } from '#web/areas/exchange/content-exchange.tsx'
import { useOrganization } from '#web/context.ts'
import { buttonLook } from '#web/parts/button.tsx'

/** What can be done with all of the content, in the head of its list. */
export function ContentActions({ asked, isReady }: { asked: ContentSearch; isReady: boolean }) {
  const { slug: orgSlug } = useOrganization()
  return (
    <>
      <Link to="/o/$orgSlug/content/fix-list" params={{ orgSlug }} className={buttonLook('plain')}>
        Fix list
      </Link>
      <Link to="/o/$orgSlug/content/duplicates" params={{ orgSlug }} className={buttonLook('plain')}>
        Duplicates
      </Link>
      <ContentExchange asked={asked} />
      <NewArticle isReady={isReady} />
    </>
  )
}
