import { useState } from 'react'
import { ItemState } from '#web/areas/content/item-words.tsx'
import type { OutputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { Notice } from '#web/parts/notice.tsx'
import { RehearsedDialog } from '#web/parts/rehearsed-dialog.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useCatalogEntry } from '#web/use-catalog.ts'
import { useAction } from '#web/use-operation.ts'

type Found = OutputOf<'getItem'>
type Item = Found['item']
type Warnings = NonNullable<Found['publishingWarnings']>
type Props = { item: Item; warnings: Warnings; hasChanges: boolean }

/** What the public sees of an article, and the two ways to change that. */
export function PublicState({ item, warnings, hasChanges }: Props) {
  const [asking, setAsking] = useState<'publish' | 'unpublish' | null>(null)
  const mayPublish = useCatalogEntry('publishItem')?.allowed ?? false
  const isLive = item.status === 'published'
  const close = () => setAsking(null)
  return (
    <>
      <ItemState item={item} />
      {mayPublish && item.deletedAt === null && (
        <>
          {isLive ? (
            <Button look="quiet" onClick={() => setAsking('unpublish')}>
              Unpublish…
            </Button>
          ) : (
            <Button
              look="to-press"
              disabled={hasChanges}
              title={hasChanges ? 'Save your changes first' : undefined}
              onClick={() => setAsking('publish')}
            >
              Publish…
            </Button>
          )}
        </>
      )}
      {asking === 'publish' && <Publish key={item.version} item={item} warnings={warnings} onClose={close} />}
      {asking === 'unpublish' && <Unpublish key={item.version} item={item} onClose={close} />}
    </>
  )
}

function Publish({ item, warnings, onClose }: { item: Item; warnings: Warnings; onClose(): void }) {
  const publish = useAction('publishItem')
  return (
    <RehearsedDialog
      title={`Publish “${item.title}”?`}
      verb="Publish"
      action={publish}
      input={{ id: item.id, ifVersion: item.version }}
      isPublic
      onClose={onClose}
      onDone={() => {
        onClose()
        toast('Published.')
      }}
    >
      {(effects) => (
        <>
          <p>Everybody can read it from then on, at once.</p>
          <Found warnings={effects?.publishingWarnings ?? warnings} />
        </>
      )}
    </RehearsedDialog>
  )
}

function Unpublish({ item, onClose }: { item: Item; onClose(): void }) {
  const unpublish = useAction('unpublishItem')
  return (
    <RehearsedDialog
      title={`Unpublish “${item.title}”?`}
      verb="Unpublish"
      action={unpublish}
      input={{ id: item.id, ifVersion: item.version }}
      isPublic
      onClose={onClose}
      onDone={() => {
        onClose()
        toast('A draft again.')
      }}
    >
      {() => <p>It becomes a draft, and its address leads nowhere until it is published again.</p>}
    </RehearsedDialog>
  )
}

function Found({ warnings }: { warnings: Warnings }) {
  if (warnings.length === 0) return <p className="mt-2 text-muted">The checks found nothing to mend.</p>
  return (
    <div className="mt-3">
      <Notice tone="warn">
        <p className="font-medium">
          {warnings.length === 1 ? 'The checks found one thing:' : `The checks found ${warnings.length} things:`}
        </p>
        <ul className="mt-1 list-disc pl-5">
          {warnings.map(({ code, field, message }) => (
            <li key={`${code} ${field}`}>{message}</li>
          ))}
        </ul>
      </Notice>
    </div>
  )
}
