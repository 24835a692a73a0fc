import { ExternalLink } from 'lucide-react'
import { matchedBy } from '#web/areas/content/content-list/matched-by.ts'
import type { ItemStatus, ManagerItem } from '#web/operations.ts'
import { Pill, type Tone } from '#web/parts/pill.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { useOperation } from '#web/use-operation.ts'
import { Time } from '#web/parts/time.tsx'

/** The items as a table; under 640 px every row is a card. */
export function ContentTable({ items, search }: { items: ManagerItem[]; search: string }) {
  const collections = useOperation('listCollections', { pageSize: 100, includeDisabled: true }, { staleTime: 300_000 })
  const names = new Map(collections.data?.items.map(({ id, name }) => [id, name]))
  const collectionName = ({ collectionId, collectionSlug }: ManagerItem) => names.get(collectionId) ?? collectionSlug
  return (
    <table className="w-full table-fixed text-left max-sm:block">
      <Head />
      <tbody className="max-sm:block">
        {items.map((item) => (
          <tr key={item.id} className={row}>
            <td className="px-4 py-3 align-top max-sm:block max-sm:p-0">
              <Title item={item} />
              <p className="truncate text-sm text-muted">{(search && matchedBy(item, search)) || item.slug}</p>
            </td>
            <td className="px-4 py-3 align-top max-sm:order-first max-sm:p-0">
              <Pill tone={statuses[item.status].tone}>{statuses[item.status].label}</Pill>
            </td>
            <td className="truncate px-4 py-3 align-top text-muted max-sm:hidden">{collectionName(item)}</td>
            <td className="truncate px-4 py-3 align-top text-muted max-lg:hidden">
              {item.authors.map(({ name }) => name).join(', ') || 'No author'}
            </td>
            <td className="px-4 py-3 align-top text-muted max-sm:p-0 max-sm:text-sm">
              <When item={item} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function ContentTableSkeleton() {
  return (
    <div role="status" aria-label="Reading the list" className="min-h-122">
      {Array.from({ length: 8 }, (_, index) => (
        <div key={index} className="flex h-[65px] items-center gap-6 border-b border-line px-4 max-sm:h-[101px]">
          <span className="flex-1">
            <Skeleton className="h-4 w-3/5" />
            <Skeleton className="mt-2 h-3 w-2/5" />
          </span>
          <Skeleton className="h-5 w-20 rounded-full max-sm:hidden" />
          <Skeleton className="h-4 w-24 max-sm:hidden" />
        </div>
      ))}
    </div>
  )
}

const row =
  'border-b border-line last:border-0 max-sm:flex max-sm:flex-col max-sm:items-start max-sm:gap-1.5 max-sm:px-4 max-sm:py-3.5 max-sm:[&>td]:max-w-full'

function Head() {
  return (
    <thead className="border-b border-line text-sm text-muted max-sm:hidden">
      <tr>
        <th scope="col" className="px-4 py-2.5 font-medium">
          Title
        </th>
        <th scope="col" className="w-32 px-4 py-2.5 font-medium">
          Status
        </th>
        <th scope="col" className="w-36 px-4 py-2.5 font-medium">
          Collection
        </th>
        <th scope="col" className="w-44 px-4 py-2.5 font-medium max-lg:hidden">
          Author
        </th>
        <th scope="col" className="w-40 px-4 py-2.5 font-medium">
          Last event
        </th>
      </tr>
    </thead>
  )
}

function Title({ item }: { item: ManagerItem }) {
  // Without an address on a website, the public URL is that of the Content API: nothing to look at.
  const isOnWebsite = item.status === 'published' && !item.url.startsWith(`${location.origin}/v1/`)
  const address = isOnWebsite ? item.url : null
  return (
    <p className="flex items-center gap-2">
      <span className="truncate font-medium max-sm:whitespace-normal" title={item.title}>
        {item.title}
      </span>
      {address && (
        <a
          href={address}
          target="_blank"
          rel="noreferrer"
          aria-label={`Open “${item.title}” on the website`}
          className="-m-3 grid size-11 shrink-0 md:-m-1.5 md:size-7 place-items-center rounded text-muted hover:text-foreground"
        >
          <ExternalLink aria-hidden size={14} strokeWidth={1.75} />
        </a>
      )}
    </p>
  )
}

function When({ item: { status, publishAt, updatedAt } }: { item: ManagerItem }) {
  if (status === 'scheduled' && publishAt)
    return (
      <>
        Goes live <Time at={publishAt} />
      </>
    )
  return (
    <>
      Changed <Time at={updatedAt} />
    </>
  )
}

const statuses: Record<ItemStatus, { label: string; tone: Tone }> = {
  draft: { label: 'Draft', tone: 'neutral' },
  scheduled: { label: 'Scheduled', tone: 'info' },
  published: { label: 'Published', tone: 'ok' },
}
