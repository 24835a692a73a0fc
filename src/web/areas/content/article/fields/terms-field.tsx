import { useState } from 'react'

import type { TermField } from '#web/areas/content/article/draft.ts'
import type { Writing } from '#web/areas/content/article/use-draft.ts'
import type { OutputOf } from '#web/operations.ts'
import { TokenBox } from '#web/parts/token-box.tsx'
import { useCatalogEntry } from '#web/use-catalog.ts'
import { useAction, useOperation } from '#web/use-operation.ts'

type Props = { field: TermField; item: OutputOf<'getItem'>['item']; writing: Writing; mayChange: boolean }

/** The authors, categories or tags of an article; one that does not exist yet is made by its name. */
export function TermsField(props: Props) {
  return props.field === 'authors' ? <Authors {...props} /> : <Terms {...props} field={props.field} />
}

const page = { page: 1, pageSize: 20 }

/** What is chosen stands in the article: what else there is, is asked for when somebody comes to the field. */
function useWanted() {
  const [enabled, setWanted] = useState(false)
  return { enabled, onWanted: () => setWanted(true) }
}

function Authors({ item, ...props }: Props) {
  const [search, setSearch] = useState('')
  const { enabled, onWanted } = useWanted()
  const wanted = { ...page, collection: item.collectionId, ...(search ? { search } : {}) }
  const found = useOperation('listAuthors', wanted, { enabled })
  const make = useAction('createAuthor')
  const mayMake = useCatalogEntry('createAuthor')?.allowed ?? false
  const create = async (name: string) => (await make.run({ collectionId: item.collectionId, name }))?.author ?? null
  const making = { create, mayMake, error: make.error?.message }
  return (
    <Box
      {...props}
      label="Authors"
      search={search}
      onSearch={setSearch}
      onWanted={onWanted}
      found={found.data?.items}
      making={making}
    />
  )
}

function Terms({ field, ...props }: Omit<Props, 'field'> & { field: 'categories' | 'tags' }) {
  const taxonomy = field === 'tags' ? 'tag' : 'category'
  const [search, setSearch] = useState('')
  const { enabled, onWanted } = useWanted()
  const found = useOperation('listTaxonomyTerms', { ...page, taxonomy, ...(search ? { search } : {}) }, { enabled })
  const make = useAction('createTaxonomyTerm')
  const mayMake = useCatalogEntry('createTaxonomyTerm')?.allowed ?? false
  const create = async (name: string) => (await make.run({ taxonomy, name }))?.term ?? null
  const making = { create, mayMake, error: make.error?.message }
  const label = field === 'tags' ? 'Tags' : 'Categories'
  return (
    <Box
      {...props}
      field={field}
      label={label}
      search={search}
      onSearch={setSearch}
      onWanted={onWanted}
      found={found.data?.items}
      making={making}
    />
  )
}

type Term = { id: string; name: string }
type BoxProps = Omit<Props, 'item'> & {
  label: string
  search: string
  onSearch(text: string): void
  onWanted(): void
  found: readonly Term[] | undefined
  making: { create(name: string): Promise<Term | null>; mayMake: boolean; error: string | undefined }
}

function Box({ field, label, search, onSearch, onWanted, found = [], writing, mayChange, making }: BoxProps) {
  const chosen = writing.valueOf(field)
  async function create(name: string) {
    const made = await making.create(name)
    if (made !== null) writing.write(field, [...chosen, { id: made.id, name: made.name }])
  }
  return (
    <div className="contents" onFocus={onWanted} onPointerEnter={onWanted}>
      <TokenBox
        label={label}
        chosen={chosen}
        found={found}
        search={search}
        onSearch={onSearch}
        onChange={(terms) =>
          writing.write(
            field,
            terms.map(({ id, name }) => ({ id, name })),
          )
        }
        onCreate={making.mayMake ? (name) => void create(name) : undefined}
        error={writing.errorOf(field) ?? making.error}
        disabled={!mayChange}
      />
    </div>
  )
}
