import { Link, useParams } from '@tanstack/react-router'
import { useDeferredValue } from 'react'

import { ArticleEditor } from '#web/areas/content/article/article-editor.tsx'
import { itemRead } from '#web/areas/content/article/item-read.ts'
import { newArticle, useNewArticle } from '#web/areas/content/article/new-article.ts'
import { usePersonId } from '#web/context.ts'
import { OperationError } from '#web/operation-error.ts'
import { Page } from '#web/parts/page.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { useOperation } from '#web/use-operation.ts'

/** One article: what it says, what is wrong with it, who changed it, and what the public sees of it. A new one is empty. */
export function Article() {
  const { itemId } = useParams({ from: '/o/$orgSlug/content/$itemId' })
  const userId = usePersonId()
  const begun = useNewArticle(itemId)
  const found = useOperation('getItem', itemRead(itemId), { enabled: itemId !== newArticle })
  // While another article is loading, the one before is still there.
  const shown = begun.found ?? (found.data?.item.id === itemId ? found.data : undefined)
  // In pieces (web.md#large-screens-draw-in-pieces).
  const isDrawn = useDeferredValue(shown !== undefined)
  if (shown !== undefined && isDrawn)
    return (
      <ArticleEditor
        key={`${userId} ${begun.key}`}
        found={shown}
        making={begun.making}
        readAgain={async () => (await found.refetch()).data?.item}
      />
    )
  const error = found.error ?? begun.error
  if (error !== null) return <NoArticle error={error} onRetry={() => void found.refetch()} />
  return (
    <div className="px-4 pt-5 md:px-8">
      <div role="status" aria-label="Reading the article" className="min-h-screen max-w-3xl">
        <Skeleton className="h-10 w-2/3" />
        <Skeleton className="mt-6 h-96 w-full" />
      </div>
    </div>
  )
}

function NoArticle({ error, onRetry }: { error: Error; onRetry(): void }) {
  const { orgSlug } = useParams({ from: '/o/$orgSlug/content/$itemId' })
  return (
    <Page
      title={
        error instanceof OperationError && error.status === 404 ? 'No such article' : 'This article cannot be shown'
      }
    >
      <Problem error={error} onRetry={onRetry} />
      <p className="mt-4">
        <Link to="/o/$orgSlug/content" params={{ orgSlug }} className="underline">
          All content
        </Link>
      </p>
    </Page>
  )
}
