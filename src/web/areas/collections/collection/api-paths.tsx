import type { Collection } from '#web/areas/collections/collection-words.ts'
import { useOrganization } from '#web/context.ts'
import { CopyButton } from '#web/parts/copy-button.tsx'

/** The addresses of the Content API: of this collection, then of everything that is live. */
export function ApiPaths({ collection: { slug, builtIn, enabled } }: { collection: Collection }) {
  const { id } = useOrganization()
  const base = `${location.origin}/v1/${id}`
  const paths = [
    ['Items', builtIn ? `${base}/articles` : `${base}/collections/${slug}/items`],
    ['Sitemap, of all collections', `${base}/sitemap.xml`],
    ['Feed, of all collections', `${base}/feed.xml`],
    ['For language models, of all collections', `${base}/llms.txt`],
  ] as const
  return (
    <>
      {!enabled && <p className="mb-3 text-muted">It answers “not found” while the collection is not in use.</p>}
      <ul>
        {paths.map(([label, address]) => (
          <li key={address} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-2">
            <span className="w-60">{label}</span>
            <code className="mono min-w-0 flex-1 basis-60 break-all">{address}</code>
            <CopyButton text={address} label="Copy" title={`Copies the address: ${label}`} look="quiet" />
          </li>
        ))}
      </ul>
    </>
  )
}
