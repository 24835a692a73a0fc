import { CopyButton } from '#web/parts/copy-button.tsx'
import { useOperation } from '#web/use-operation.ts'
import { curlOf, discoveryCurl } from '#web/parts/curl.ts'

/** Ready-made calls: discovery, and one operation with an idempotency key. With a fresh key it is filled in. */
export function Snippets({ apiKey, canWrite }: { apiKey?: string; canWrite: boolean }) {
  const { origin } = location
  const collections = useOperation('listCollections', {}, { staleTime: 300_000 })
  const collectionId = collections.data?.items[0]?.id ?? '<COLLECTION_ID>'
  const call = canWrite
    ? { name: 'createItem', input: { collectionId, title: 'Written by an agent', content: 'The first lines.' } }
    : { name: 'listManagerItems', input: { pageSize: 5 } }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Snippet title="Which operations are there?" text={discoveryCurl(origin, apiKey)} />
      <Snippet
        title={canWrite ? 'Write a draft' : 'List content'}
        hint="Calls that change something never run twice with the same Idempotency-Key: a retry is safe."
        text={curlOf({ origin, ...call, ...(apiKey ? { key: apiKey } : {}), idempotencyKey: 'my-first-call' })}
      />
    </div>
  )
}

function Snippet({ title, hint, text }: { title: string; hint?: string; text: string }) {
  return (
    <div className="rounded-xl border border-line bg-surface">
      <div className="flex items-center justify-between gap-3 border-b border-line py-1.5 pr-1.5 pl-4">
        <p className="font-medium">
          {title} <span className="font-normal text-muted">curl</span>
        </p>
        <CopyButton text={text} label="Copy" look="quiet" />
      </div>
      <pre tabIndex={0} role="region" aria-label={title} className="overflow-x-auto px-4 py-3 text-sm">
        <code>{text}</code>
      </pre>
      {hint && <p className="border-t border-line px-4 py-2 text-sm text-muted">{hint}</p>}
    </div>
  )
}
