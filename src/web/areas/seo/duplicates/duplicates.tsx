import { useNavigate, useSearch } from '@tanstack/react-router'

import { countOf } from '#web/areas/content/item-words.tsx'
import { duplicatesQuery, duplicatesSearch } from '#web/areas/seo/duplicates/duplicates-search.ts'
import { GroupRow } from '#web/areas/seo/duplicates/group-row.tsx'
import { Button } from '#web/parts/button.tsx'
import { TableSkeleton } from '#web/parts/data-table.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { ListBody } from '#web/parts/list-body.tsx'
import { Page } from '#web/parts/page.tsx'
import { SearchBox } from '#web/parts/search-box.tsx'
import { useCatalogEntry } from '#web/use-catalog.ts'
import { useOperation } from '#web/use-operation.ts'

/** Articles that tell the same story twice, with the reasons, and which one should stay. */
export function Duplicates() {
  const asked = useSearch({ from: '/o/$orgSlug/content/duplicates' })
  const navigate = useNavigate({ from: '/o/$orgSlug/content/duplicates' })
  const input = duplicatesQuery(asked)
  const list = useOperation('findDuplicateItems', input)
  const mayMerge = useCatalogEntry('consolidateItems')?.allowed ?? false
  const unchecked = list.data?.unchecked ?? 0
  const go = (next: object) => void navigate({ search: duplicatesSearch({ ...next }) })

  return (
    <Page
      title="Duplicates"
      lead="Articles that compete for the same readers, or whose texts are nearly the same."
      isWide
    >
      <div className="mb-3 flex md:[&>form]:max-w-80">
        <SearchBox
          label="Search duplicates"
          hint="Title, slug or address of one"
          value={asked.search ?? ''}
          onSearch={(search) => go({ search })}
        />
      </div>
      {unchecked > 0 && (
        <p className="mb-3 text-muted">
          {countOf(unchecked, 'article is', 'articles are')} still being read: their texts are compared in a minute.
        </p>
      )}
      <ListBody
        list={list}
        skeleton={<TableSkeleton label="Comparing the articles" rows={4} rowHeight="h-[125px]" />}
        isCounted
        empty={() =>
          asked.search ? (
            <EmptyState title="Nothing matches" action={<Button onClick={() => go({})}>Clear the search</Button>}>
              Nothing competes with what fits “<span className="break-words">{asked.search}</span>”.
            </EmptyState>
          ) : (
            <EmptyState title="No story is told twice">
              Two articles with the same main keyword, the same intent or nearly the same text appear here.
            </EmptyState>
          )
        }
        onPage={(page) => go({ ...asked, page })}
      >
        {({ items }) => (
          <ul aria-label="Duplicates">
            {items.map((group) => (
              <GroupRow key={group.items.map(({ id }) => id).join()} group={group} mayMerge={mayMerge} />
            ))}
          </ul>
        )}
      </ListBody>
    </Page>
  )
}
