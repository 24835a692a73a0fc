import { Link, useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'

import { useRewriteDialog } from '#web/areas/content/article/suggestions/use-rewrite-dialog.ts'
import { useRestore } from '#web/areas/content/content-list/use-restore.ts'
import { useOrganization } from '#web/context.ts'
import type { OutputOf } from '#web/operations.ts'
import { Button, buttonLook } from '#web/parts/button.tsx'
import { late, preloading } from '#web/parts/late.ts'
import { PopoverButton } from '#web/parts/popover-button.tsx'
import { RehearsedDialog } from '#web/parts/rehearsed-dialog.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useCatalogEntry } from '#web/use-catalog.ts'
import { useAction } from '#web/use-operation.ts'

const AskModel = late(async () => ({
  default: (await import('#web/areas/content/article/suggestions/ask-model.tsx')).AskModel,
}))
const AskReview = late(async () => ({
  default: (await import('#web/areas/content/article/review/ask-review.tsx')).AskReview,
}))
const DecideReview = late(async () => ({
  default: (await import('#web/areas/content/article/review/decide-review.tsx')).DecideReview,
}))

type Item = OutputOf<'getItem'>['item']

/** What is done seldom: copy the address, look at the live page, have it reviewed, move to the trash. */
export function MoreActions({ item }: { item: Item }) {
  const [open, setOpen] = useState<'trash' | 'ask' | 'decide' | null>(null)
  const { slug: orgSlug } = useOrganization()
  const { deletedAt, reviewState } = item
  const mayTrash = (useCatalogEntry('deleteItem')?.allowed ?? false) && deletedAt === null
  const mayAsk = (useCatalogEntry('requestItemReview')?.allowed ?? false) && deletedAt === null
  const mayDecide = (useCatalogEntry('submitItemReview')?.allowed ?? false) && deletedAt === null
  const mayRewrite = (useCatalogEntry('rewriteItem')?.allowed ?? false) && deletedAt === null
  const rewrite = useRewriteDialog()
  const close = () => setOpen(null)
  return (
    <>
      <PopoverButton label="More" panel="More" look="quiet" width={208}>
        <div className="flex flex-col items-stretch gap-1">
          <Button
            look="quiet"
            onClick={() => void navigator.clipboard.writeText(item.url).then(() => toast('The address is copied.'))}
          >
            Copy link
          </Button>
          {item.status === 'published' && (
            <>
              <a href={item.url} target="_blank" rel="noreferrer" className={buttonLook('quiet')}>
                Open the live page
              </a>
              <Link
                to="/o/$orgSlug/ai-answers/articles/$itemId"
                params={{ orgSlug, itemId: item.id }}
                className={buttonLook('quiet')}
              >
                Effect on AI answers
              </Link>
            </>
          )}
          {mayRewrite && (
            <Button look="quiet" onClick={rewrite.open}>
              Rewrite with a model…
            </Button>
          )}
          {mayAsk && reviewState !== 'approved' && (
            <Button look="quiet" {...preloading(AskReview)} onClick={() => setOpen('ask')}>
              Ask for a review…
            </Button>
          )}
          {mayDecide && reviewState === 'requested' && (
            <Button look="quiet" {...preloading(DecideReview)} onClick={() => setOpen('decide')}>
              Decide the review…
            </Button>
          )}
          {mayTrash && (
            <Button look="quiet" onClick={() => setOpen('trash')}>
              Move to trash…
            </Button>
          )}
        </div>
      </PopoverButton>
      {open === 'trash' && <Trash item={item} onClose={close} />}
      {mayRewrite && rewrite.isOpen && (
        <Suspense>
          <AskModel item={item} onClose={rewrite.close} />
        </Suspense>
      )}
      <Suspense>
        {open === 'ask' && <AskReview item={item} onClose={close} />}
        {open === 'decide' && <DecideReview item={item} onClose={close} />}
      </Suspense>
    </>
  )
}

function Trash({ item, onClose }: { item: Item; onClose(): void }) {
  const trash = useAction('deleteItem')
  const restore = useRestore()
  const navigate = useNavigate()
  const { slug } = useOrganization()
  const isLive = item.status === 'published'
  return (
    <RehearsedDialog
      title={`Move “${item.title}” to the trash?`}
      verb="Move to trash"
      action={trash}
      input={{ id: item.id }}
      isPublic={isLive}
      onClose={onClose}
      onDone={() => {
        onClose()
        toast('In the trash for 30 days.', { label: 'Undo', run: () => void restore([item]) })
        void navigate({ to: '/o/$orgSlug/content', params: { orgSlug: slug } })
      }}
    >
      {() => (
        <p>{isLive && 'The public no longer sees it. '}It can be restored for 30 days; then it is gone for good.</p>
      )}
    </RehearsedDialog>
  )
}
