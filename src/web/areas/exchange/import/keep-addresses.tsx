import type { ImportResult } from '#web/areas/exchange/import/import-words.ts'
import { Button } from '#web/parts/button.tsx'
import { Notice } from '#web/parts/notice.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useCatalogEntry } from '#web/use-catalog.ts'
import { useAction } from '#web/use-operation.ts'
import { useCollections } from '#web/whole-list.ts'

/** The address pattern under which what is imported keeps its old addresses, where the collection has another one. */
export function KeepAddresses({ proposals }: { proposals: ImportResult['urlTemplates'] }) {
  const collections = useCollections({ includeDisabled: true })
  const update = useAction('updateCollection')
  const mayChange = useCatalogEntry('updateCollection')?.allowed ?? false
  const [proposal] = proposals
  const collection = collections.items?.find(({ id }) => id === proposal?.collectionId)
  if (!proposal || !collection || collection.urlTemplate === proposal.urlTemplate) return null
  const { urlTemplate, keeps, of } = proposal

  async function change(collectionId: string) {
    if (await update.run({ collectionId, urlTemplate })) toast(`The address pattern is ${urlTemplate} now.`)
  }

  return (
    <div className="my-3">
      <Notice tone="info">
        <p>
          With the address pattern <code className="mono">{urlTemplate}</code> {keeps} of {of} keep their old address. “
          {collection.name}” has <code className="mono">{collection.urlTemplate ?? 'none'}</code> now.
        </p>
        {mayChange && (
          <p className="mt-2">
            <Button isBusy={update.isPending} onClick={() => void change(collection.id)}>
              Use this pattern
            </Button>
          </p>
        )}
      </Notice>
      {update.error && <Problem error={update.error} />}
    </div>
  )
}
