import { useState } from 'react'

import { PushCopy } from '#web/areas/content/article/push-copy.tsx'
import { fieldWords } from '#web/areas/integrations/integration-words.ts'
import type { OutputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { Notice } from '#web/parts/notice.tsx'
import { Status, type Tone } from '#web/parts/status.tsx'
import { Time } from '#web/parts/time.tsx'
import { useCatalogEntry } from '#web/use-catalog.ts'
import { useOperation } from '#web/use-operation.ts'

type Found = OutputOf<'getItem'>
type Item = Found['item']

/** The copy of an article in a content management system: how it stands, what was changed there, and the way to send it again. */
export default function ArticleCopy({ item, external }: { item: Item; external: Found['external'] }) {
  const [asking, setAsking] = useState<'again' | 'over' | null>(null)
  const mayPush = (useCatalogEntry('pushItemToCms')?.allowed ?? false) && item.deletedAt === null
  const name = useNameOfService(item, external)
  const drift = external?.drift ?? []
  const { tone, words } = stateOf(item, drift.length > 0)
  const lost = external?.metaNotPersisted ?? []
  const isSendable = item.externalState !== 'pending' && (item.status === 'published' || item.externalId !== null)
  return (
    <section aria-label="Copy" className="mt-1 mb-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <Status tone={tone}>{words}</Status>
        <span className="min-w-0 flex-1 text-muted wrap-anywhere">
          {item.externalUrl === null ? (
            name
          ) : (
            <a href={item.externalUrl} target="_blank" rel="noreferrer" className="inline-block min-h-6 underline">
              Copy in {name}
            </a>
          )}
          {external?.syncedAt != null && (
            <>
              , sent <Time at={external.syncedAt} />
            </>
          )}
        </span>
        {mayPush && isSendable && drift.length === 0 && (
          <Button size="small" onClick={() => setAsking('again')}>
            Push now…
          </Button>
        )}
      </p>
      {item.publishError !== null && item.externalState === 'failed' && drift.length === 0 && (
        <Notice tone="bad">{item.publishError.message}</Notice>
      )}
      {drift.length > 0 && (
        <Notice tone="warn">
          <p>
            Changed in {name} since it was sent: {wordsOf(drift)}. Nothing is sent there until that is settled: bring
            what you want to keep into this article, then write over the copy.
          </p>
          {mayPush && (
            <p className="mt-2">
              <Button size="small" onClick={() => setAsking('over')}>
                Write over it…
              </Button>
            </p>
          )}
        </Notice>
      )}
      {lost.length > 0 && (
        <p className="text-sm text-muted">
          {name} does not keep it as it was sent: {wordsOf(lost)}.
        </p>
      )}
      {asking !== null && (
        <PushCopy item={item} name={name} isOverwriting={asking === 'over'} onClose={() => setAsking(null)} />
      )}
    </section>
  )
}

const wordsOf = (fields: readonly string[]): string => fields.map((field) => fieldWords[field] ?? field).join(', ')

function stateOf({ externalState }: Item, isChangedThere: boolean): { tone: Tone; words: string } {
  if (isChangedThere) return { tone: 'warn', words: 'Changed there' }
  return states[externalState]
}

const states: Record<Item['externalState'], { tone: Tone; words: string }> = {
  none: { tone: 'neutral', words: 'Not sent yet' },
  pending: { tone: 'info', words: 'On its way' },
  synced: { tone: 'ok', words: 'As here' },
  failed: { tone: 'bad', words: 'Failed' },
  detached: { tone: 'warn', words: 'Gone there' },
}

/** What the service is called, for people who may know; else its host. */
function useNameOfService({ externalUrl }: Item, external: Found['external']): string {
  const mayRead = useCatalogEntry('getIntegration')?.allowed ?? false
  const id = external?.integrationId ?? ''
  const found = useOperation('getIntegration', { id }, { enabled: mayRead && id !== '' })
  const host = externalUrl === null ? null : (URL.parse(externalUrl)?.host ?? null)
  return found.data?.integration.displayName ?? host ?? 'the content management system'
}
