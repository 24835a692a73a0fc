import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'

import { readableAddress } from '#std/readable-address.ts'
import { ChecksFound, ItemState } from '#web/areas/content/item-words.tsx'
import { useOrganization } from '#web/context.ts'
import { buttonLook } from '#web/parts/button.tsx'
import { Fact } from '#web/parts/fact.tsx'
import { late } from '#web/parts/late.ts'
import { Peek } from '#web/parts/peek.tsx'
import { inPlainWords } from '#web/parts/plain-words.ts'
import { Problem } from '#web/parts/problem.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { StatusMark } from '#web/parts/status.tsx'
import { Time } from '#web/parts/time.tsx'
import { useOperation } from '#web/use-operation.ts'

const ItemReaders = late(() => import('#web/areas/analytics/item-readers.tsx'))

/** One item beside the list: its excerpt, facts and open checks. */
export default function ContentPeek({ id, onClose }: { id: string; onClose(): void }) {
  const { slug } = useOrganization()
  const { data, error, refetch } = useOperation('getItem', { id, include: ['warnings'] })
  if (error && !data)
    return (
      <Peek title="Not shown" onClose={onClose}>
        <Problem error={error} onRetry={() => void refetch()} />
      </Peek>
    )
  if (data?.item.id !== id)
    return (
      <Peek title="…" state={<Skeleton className="h-5 w-24" />} isReady={false} onClose={onClose}>
        <Skeleton className="mt-3 h-40" />
      </Peek>
    )

  const { item, publishingWarnings: found = [] } = data
  const names = (terms: readonly { name: string }[]) => terms.map(({ name }) => name).join(', ')
  // Without an address on a website the public address is that of the Content API: nothing to look at.
  const page = item.status === 'published' && !item.url.startsWith(`${location.origin}/v1/`) ? item.url : null
  const checks = {
    errors: found.filter(({ severity }) => severity === 'error').length,
    warnings: found.filter(({ severity }) => severity === 'warning').length,
    unchecked: false,
  }
  return (
    <Peek title={item.title} state={<ItemState item={item} />} onClose={onClose}>
      <p className="mono text-muted">{pathOf(item.url)}</p>
      {item.excerpt && <p className="my-3 font-serif text-[15px] leading-[23px]">{item.excerpt}</p>}
      <p className="my-3 flex flex-wrap gap-2">
        <Link to="/o/$orgSlug/content/$itemId" params={{ orgSlug: slug, itemId: id }} className={buttonLook('ink')}>
          Open
        </Link>
        {page && (
          <a href={page} target="_blank" rel="noreferrer" className={buttonLook('plain')}>
            See it live
          </a>
        )}
      </p>
      <dl className="my-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
        {item.authors.length > 0 && <Fact name="Author">{names(item.authors)}</Fact>}
        {item.primaryKeyword && (
          <Fact name="Keyword">
            <span className="mono">{item.primaryKeyword}</span>
          </Fact>
        )}
        {item.categories.length > 0 && <Fact name="Category">{names(item.categories)}</Fact>}
        {item.tags.length > 0 && <Fact name="Tags">{names(item.tags)}</Fact>}
        {item.wordCount !== null && <Fact name="Words">{item.wordCount.toLocaleString('en')}</Fact>}
        <Fact name="Changed">
          <Time at={item.updatedAt} />
        </Fact>
      </dl>
      {item.status === 'published' && (
        <section aria-label="Readers">
          <h3 className="t-head mt-5 mb-1">Readers</h3>
          <Suspense fallback={<Skeleton className="h-40" />}>
            <ItemReaders itemId={id} />
          </Suspense>
        </section>
      )}
      <h3 className="t-head mt-5 mb-1 flex items-baseline justify-between">
        Checks
        <span className="font-normal">
          <ChecksFound checks={checks} />
        </span>
      </h3>
      <ul>
        {found.map(({ code, severity, message }) => (
          <li key={code} className="flex items-baseline gap-2.5 border-t border-line py-2">
            <StatusMark tone={tones[severity]} />
            <span className="min-w-0 wrap-anywhere">{inPlainWords(message)}</span>
          </li>
        ))}
        {found.length === 0 && <li className="border-t border-line py-2 text-muted">Nothing to fix.</li>}
      </ul>
    </Peek>
  )
}

const tones = { error: 'bad', warning: 'warn', notice: 'neutral' } as const

function pathOf(url: string): string {
  return readableAddress(URL.canParse(url) ? new URL(url).pathname : url)
}
