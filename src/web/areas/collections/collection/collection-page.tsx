import { Link, useParams } from '@tanstack/react-router'

import { kindWords } from '#web/areas/collections/collection-words.ts'
import { ApiPaths } from '#web/areas/collections/collection/api-paths.tsx'
import { CollectionForm } from '#web/areas/collections/collection/collection-form.tsx'
import { PlanGate } from '#web/areas/collections/plan-gate.tsx'
import { useOrganization } from '#web/context.ts'
import { buttonLook } from '#web/parts/button.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { Page } from '#web/parts/page.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { Section } from '#web/parts/section.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { useCatalogEntry } from '#web/use-catalog.ts'
import { useCollections } from '#web/whole-list.ts'

/** One collection: its name and addresses, what its articles begin with, its fields, and where websites read it. */
export function CollectionPage() {
  const { collection: wanted } = useParams({ from: '/o/$orgSlug/settings/collections/$collection' })
  const { slug: orgSlug } = useOrganization()
  const list = useCollections({ includeDisabled: true })
  const mayChange = useCatalogEntry('updateCollection')?.allowed ?? false
  const collection = list.items?.find(({ slug }) => slug === wanted)
  const all = (
    <Link to="/o/$orgSlug/settings/collections" params={{ orgSlug }} className={buttonLook('plain')}>
      All collections
    </Link>
  )
  if (!collection)
    return (
      <Page title="Collection" actions={all}>
        {list.error && <Problem error={list.error} onRetry={list.refetch} />}
        {list.isPending && <Skeleton className="h-96" />}
        {list.items && (
          <EmptyState title="No such collection">It does not exist, or you have no access to it.</EmptyState>
        )}
      </Page>
    )
  return (
    <Page
      title={collection.name}
      lead={`${kindWords[collection.kind]}${collection.enabled ? '' : ', not in use'}`}
      actions={<>{all}</>}
    >
      {!collection.builtIn && <PlanGate />}
      <CollectionForm key={collection.id} collection={collection} mayChange={mayChange} />
      <div className="mt-8">
        <Section
          title="For your website"
          lead="Where a website reads what is live here, without a key."
          body={<ApiPaths collection={collection} />}
        />
      </div>
    </Page>
  )
}
