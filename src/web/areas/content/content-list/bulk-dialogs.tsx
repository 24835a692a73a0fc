import { useState } from 'react'

import { momentIn } from '#std/zoned-time.ts'
import { BulkQuestion } from '#web/areas/content/content-list/bulk-question.tsx'
import type { BulkDialogProps } from '#web/areas/content/content-list/bulk-questions.tsx'
import { useBulkChange } from '#web/areas/content/content-list/use-bulk-change.ts'
import { countOf } from '#web/areas/content/item-words.tsx'
import { withChosen } from '#web/areas/taxonomies/with-chosen.ts'
import type { ManagerItem } from '#web/operations.ts'
import { CheckField } from '#web/parts/check-field.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { TextField } from '#web/parts/field.tsx'
import { SearchBox } from '#web/parts/search-box.tsx'
import { LabelledSelect } from '#web/parts/select.tsx'
import { useOperation } from '#web/use-operation.ts'

type Named = { id: string; name: string }

/** Adds tags to the tags that each article has. */
export function TagDialog({ items, onClose, onDone }: BulkDialogProps) {
  const [chosen, setChosen] = useState<readonly Named[]>([])
  const addTagIds = chosen.map(({ id }) => id)
  const { start, ...bulk } = useBulkChange(items, chosen.length === 0 ? null : { addTagIds }, onDone)
  const [search, setSearch] = useState('')
  const { data } = useOperation('listTaxonomyTerms', { taxonomy: 'tag', pageSize: 100, ...(search ? { search } : {}) })
  const tags = data && [...chosen.filter(({ id }) => data.items.every((one) => one.id !== id)), ...data.items]
  const articles = countOf(items.length, 'article')
  return (
    <BulkQuestion
      {...{ items, onClose }}
      {...bulk}
      title={`Tag ${articles}`}
      verb={`Tag ${articles}`}
      becomes="can be tagged"
      isPublic={isAnyLive(items)}
      onPress={() => void start({ doing: `Tagging ${articles}`, done: `${articles} tagged.` })}
    >
      {tags?.length === 0 && search === '' && (
        <EmptyState title="No tags yet">A tag is made before it is given.</EmptyState>
      )}
      {(search !== '' || data?.hasMore) && (
        <SearchBox label="Search tags" hint="Name or slug" value={search} onSearch={setSearch} />
      )}
      <fieldset className="flex max-h-72 flex-col gap-2 overflow-y-auto p-1">
        <legend className="mb-2 text-muted">Added to the tags that each of them has. {seenAtOnce(items)}</legend>
        {tags?.map(({ id, name }) => (
          <CheckField
            key={id}
            label={name}
            isChecked={addTagIds.includes(id)}
            onChange={(isIn) => setChosen(isIn ? [...chosen, { id, name }] : chosen.filter((one) => one.id !== id))}
          />
        ))}
      </fieldset>
    </BulkQuestion>
  )
}

/** Names one author, who replaces those that the articles have. */
export function AuthorDialog({ items, onClose, onDone }: BulkDialogProps) {
  const [chosen, setChosen] = useState<Named | null>(null)
  const { start, ...bulk } = useBulkChange(items, chosen && { authorIds: [chosen.id] }, onDone)
  const collection = items[0]?.collectionId
  const [search, setSearch] = useState('')
  const { data } = useOperation('listAuthors', {
    pageSize: 100,
    ...(collection ? { collection } : {}),
    ...(search ? { search } : {}),
  })
  const authors = withChosen<Named>(chosen, data?.items ?? [])
  const articles = countOf(items.length, 'article')
  return (
    <BulkQuestion
      {...{ items, onClose }}
      {...bulk}
      title={`Author of ${articles}`}
      verb={`Change ${articles}`}
      becomes="can be changed"
      isPublic={isAnyLive(items)}
      onPress={() => void start({ doing: `Changing ${articles}`, done: `${articles} changed.` })}
    >
      {(search !== '' || data?.hasMore) && (
        <SearchBox label="Search authors" hint="Name or slug" value={search} onSearch={setSearch} />
      )}
      <LabelledSelect
        label="Author"
        value={chosen?.id ?? ''}
        options={[['', 'Choose one'], ...authors.map(({ id, name }) => [id, name] as const)]}
        onChange={(value) => setChosen(authors.find(({ id }) => id === value) ?? null)}
      />
      <p className="mt-3 text-muted">Replaces the authors that they have. {seenAtOnce(items)}</p>
    </BulkQuestion>
  )
}

/** Sets one time at which all of the drafts become public. */
export function ScheduleDialog({ items, onClose, onDone }: BulkDialogProps) {
  const [time, setTime] = useState('')
  const zone = useOperation('getOrganizationSettings', {}, { staleTime: 300_000 }).data?.timezone
  const [day = '', clock = ''] = time.split('T')
  const publishAt = time === '' || zone === undefined ? null : momentIn(zone, day, clock).toISOString()
  const patch = publishAt === null ? null : ({ status: 'scheduled', publishAt } as const)
  const { start, ...bulk } = useBulkChange(items, patch, onDone)
  const articles = countOf(items.length, 'draft')
  return (
    <BulkQuestion
      {...{ items, onClose }}
      {...bulk}
      title={`Schedule ${articles}`}
      verb={`Schedule ${articles}`}
      becomes="can be scheduled"
      isPublic
      onPress={() => void start({ doing: `Scheduling ${articles}`, done: `${articles} scheduled.` })}
    >
      <TextField
        label="Time"
        type="datetime-local"
        required
        hint={`In the time zone of the organization, ${zone ?? 'UTC'}. They become public then by themselves.`}
        value={time}
        onChange={(event) => setTime(event.target.value)}
      />
    </BulkQuestion>
  )
}

const liveOf = (items: readonly ManagerItem[]) => items.filter(({ status }) => status === 'published').length
const isAnyLive = (items: readonly ManagerItem[]) => liveOf(items) > 0

/** How many of them the public sees changed at once. */
function seenAtOnce(items: readonly ManagerItem[]): string {
  const live = liveOf(items)
  if (live === 0) return ''
  return `${items.length === 1 ? 'It is' : countOf(live, 'of them is', 'of them are')} live: everybody sees it at once.`
}
