import { fillTemplate, isUrlTemplate, placeholders } from '#std/url-templates.ts'
import type { ManagerItem } from '#web/operations.ts'
import { TextField } from '#web/parts/field.tsx'
import { useOperation } from '#web/use-operation.ts'

type Props = {
  value: string
  onChange(value: string): void
  collection: { id?: string; slug: string }
  error: string | null | undefined
}

/** The pattern of addresses, with the address that the latest item of the collection has by it. */
export function PatternField({ value, onChange, collection: { id, slug }, error }: Props) {
  const settings = useOperation('getOrganizationSettings', {}, { staleTime: 300_000 }).data
  const latest = useOperation(
    'listManagerItems',
    { pageSize: 1, ...(id ? { collectionId: id } : {}), orderBy: '-publishAt' },
    { staleTime: 300_000, enabled: id !== undefined },
  ).data?.items[0]
  const isValid = isUrlTemplate(value)
  const path = isValid && fillTemplate(value, settings?.timezone ?? 'UTC', exampleOf(latest, slug))
  return (
    <div>
      <TextField
        label="Address pattern"
        name="urlTemplate"
        value={value}
        required
        autoComplete="off"
        spellCheck={false}
        className="mono"
        onChange={({ target }) => onChange(target.value)}
        hint={`A path of your website with {slug} in it once. Also known: ${placeholders.replace('{slug} ', '')}`}
        error={
          error ?? (value && !isValid ? 'Begins with one “/”, has {slug} once, and only known placeholders.' : null)
        }
      />
      {path && (
        <p className="mt-2 min-h-[2lh] wrap-anywhere max-sm:min-h-[3lh]" role="status">
          <span className="text-muted">{latest ? `“${latest.title}”` : 'An example'} is found at </span>
          <span className="mono">
            {settings?.siteUrl?.replace(/\/$/, '')}
            {path}
          </span>
        </p>
      )}
    </div>
  )
}

function exampleOf(item: ManagerItem | undefined, collection: string) {
  return {
    slug: item?.slug ?? 'an-example',
    id: item?.id ?? 'itm_example',
    collection,
    category: item ? (item.categories[0]?.slug ?? null) : 'guides',
    publishedAt: item?.publishAt ? new Date(item.publishAt) : null,
  }
}
