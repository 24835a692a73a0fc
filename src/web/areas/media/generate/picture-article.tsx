import { useEffect, useState } from 'react'

import { TextField } from '#web/parts/field.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { RadioGroup } from '#web/parts/radio-group.tsx'
import { useOperation } from '#web/use-operation.ts'

type Props = { chosen: string | undefined; onChoose(articleId: string | undefined): void }

/** Which article a picture is for: one of those that changed last, or of those that a search finds. */
export function PictureArticle({ chosen, onChoose }: Props) {
  const [search, setSearch] = useState('')
  const words = search.trim()
  const found = useOperation('listManagerItems', { page: 1, pageSize: 4, ...(words === '' ? {} : { search: words }) })
  const articles = found.data?.items
  const isOffered = articles?.some(({ id }) => id === chosen) ?? true
  const first = articles?.[0]?.id
  useEffect(() => {
    if (!isOffered) onChoose(first)
  }, [isOffered, first, onChoose])

  return (
    <div className="flex flex-col gap-2">
      <TextField
        label="Article"
        hint="The picture is drawn for an article, which stays as it is."
        placeholder="A word of its title"
        autoComplete="off"
        value={search}
        onChange={({ target }) => setSearch(target.value)}
        // It would send the form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {found.error !== null && <Problem error={found.error} onRetry={() => void found.refetch()} />}
      {articles?.length === 0 && (
        <p role="status" className="text-muted">
          {words === '' ? 'There is no article yet. Write one first.' : 'No article has that in it.'}
        </p>
      )}
      {articles !== undefined && articles.length > 0 && (
        <RadioGroup
          label="For which one"
          value={chosen ?? ''}
          options={articles.map(({ id, title }) => ({ value: id as string, label: title }))}
          onChange={onChoose}
        />
      )}
    </div>
  )
}
