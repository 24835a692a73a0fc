import { placeholder } from '#web/areas/account/api-access/client-snippets.ts'
import { SnippetBox } from '#web/areas/account/api-access/snippet-box.tsx'
import { curlOf, discoveryCurl } from '#web/parts/curl.ts'

type Props = { origin: string; apiKey: string | null; canWrite: boolean }

/** Ready-made calls: discovery, and one operation with an idempotency key. */
export function CurlSnippets({ origin, apiKey, canWrite }: Props) {
  const key = apiKey ?? placeholder
  const call = canWrite
    ? {
        name: 'createItem',
        input: { collectionId: 'articles', title: 'Written by an agent', content: 'The first lines.' },
      }
    : { name: 'listManagerItems', input: { pageSize: 5 } }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <SnippetBox snippet={{ title: 'Which operations are there?', text: discoveryCurl(origin, key) }} />
      <SnippetBox
        snippet={{
          title: canWrite ? 'Write a draft' : 'List content',
          text: curlOf({ origin, ...call, key, idempotencyKey: 'my-first-call' }),
        }}
        hint="Calls that change something never run twice with the same Idempotency-Key: a retry is safe."
      />
    </div>
  )
}
