import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'

import { bulkLimit } from '#std/bulk-limit.ts'
import type { Asked } from '#web/areas/content/content-list/bulk-dialog.tsx'
import { SelectMatching, type Matching } from '#web/areas/content/content-list/select-matching.tsx'
import { useRestore } from '#web/areas/content/content-list/use-restore.ts'
import { countOf } from '#web/areas/content/item-words.tsx'
import { canMerge } from '#web/areas/seo/merge/can-merge.ts'
import { useOrganization } from '#web/context.ts'
import type { ManagerItem } from '#web/operations.ts'
import { BulkBar } from '#web/parts/bulk-bar.tsx'
import { Button, type Look } from '#web/parts/button.tsx'
import { late } from '#web/parts/late.ts'
import type { Selection } from '#web/parts/use-selection.ts'
import { useVerbs } from '#web/parts/verbs.ts'
import { useCatalog } from '#web/use-catalog.ts'

const BulkDialog = late(() => import('#web/areas/content/content-list/bulk-dialog.tsx'))

type What = Asked | 'restore' | 'merge'

type Props = { selection: Selection<ManagerItem>; matching: Matching | undefined }

/** What can be done with the chosen articles: only what all of them allow, and the person may do; nothing with more than a call takes. */
export default function BulkActions({ selection, matching }: Props) {
  // Those that the list shows are as they are by now (web.md#a-selection-waits).
  const now = new Map(matching?.items.map((item) => [item.id, item]))
  const items = [...selection.rows.values()].map((item) => now.get(item.id) ?? item)
  const [open, setOpen] = useState<Asked | null>(null)
  const { data: catalog } = useCatalog()
  const restore = useRestore()
  const { slug: orgSlug } = useOrganization()
  const navigate = useNavigate()
  const may = (name: string) => catalog?.operations.find((entry) => entry.name === name)?.allowed ?? false
  const isTooMany = items.length > bulkLimit
  const actions = isTooMany ? [] : actionsFor(items).filter(({ needs }) => needs.every(may))
  const merge = () =>
    void navigate({
      to: '/o/$orgSlug/content/merge',
      params: { orgSlug },
      search: { ids: items.map(({ id }) => id).join('.') },
    })
  function begin(what: What) {
    if (what === 'restore') void restoreAll()
    else if (what === 'merge') merge()
    else setOpen(what)
  }
  useVerbs(
    actions.map(({ what, label }) => ({
      label: `${label} ${countOf(items.length, 'article')}`,
      run: () => begin(what),
    })),
  )

  async function restoreAll() {
    if (await restore(items)) selection.clear()
  }
  const close = () => setOpen(null)
  const done = () => {
    close()
    selection.clear()
  }
  const dialog = { items, onClose: close, onDone: done }

  return (
    <>
      <BulkBar
        count={items.length}
        about={isTooMany ? `of at most ${bulkLimit} at once` : commonState(items)}
        onClear={selection.clear}
      >
        {matching && <SelectMatching matching={matching} selection={selection} />}
        {actions.map(({ what, label, look }) => (
          <Button key={what} size="small" look={look ?? 'plain'} onClick={() => begin(what)}>
            {label}
          </Button>
        ))}
      </BulkBar>
      {open && (
        <Suspense>
          <BulkDialog {...dialog} what={open} />
        </Suspense>
      )}
    </>
  )
}

type Action = { what: What; label: string; look?: Look; needs: readonly string[] }

function actionsFor(items: readonly ManagerItem[]): Action[] {
  if (items.every(({ deletedAt }) => deletedAt !== null))
    return [{ what: 'restore', label: 'Restore', needs: ['restoreItem'] }]
  if (items.some(({ deletedAt }) => deletedAt !== null)) return []
  const areLive = items.every(({ status }) => status === 'published')
  const areDrafts = items.every(({ status }) => status === 'draft')
  const areNotLive = items.every(({ status }) => status !== 'published')
  const areOfOne = new Set(items.map(({ collectionId }) => collectionId)).size === 1
  const areArticles = items.every(({ collectionSlug }) => collectionSlug === 'articles')
  const publishes = ['bulkUpdateItems', 'publishItem']
  return [
    ...(areArticles ? [{ what: 'tag', label: 'Tag…', needs: ['bulkUpdateItems'] } as const] : []),
    ...(areOfOne ? [{ what: 'author', label: 'Author…', needs: ['bulkUpdateItems'] } as const] : []),
    ...(areDrafts ? [{ what: 'schedule', label: 'Schedule…', look: 'to-press', needs: publishes } as const] : []),
    ...(areNotLive ? [{ what: 'publish', label: 'Publish…', look: 'to-press', needs: publishes } as const] : []),
    ...(areLive ? [{ what: 'unpublish', label: 'Unpublish…', look: 'to-press', needs: publishes } as const] : []),
    ...(canMerge(items)
      ? [{ what: 'merge', label: 'Merge…', look: 'to-press', needs: ['consolidateItems'] } as const]
      : []),
    { what: 'trash', label: 'Move to trash…', needs: ['deleteItem'] },
  ]
}

function commonState(items: readonly ManagerItem[]): string {
  const states = new Set(items.map(({ status, deletedAt }) => (deletedAt ? 'in the trash' : words[status])))
  return states.size === 1 ? `all ${[...states][0]}` : ''
}

const words = { draft: 'drafts', scheduled: 'scheduled', published: 'live' }
