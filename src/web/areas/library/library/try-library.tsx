import { useState } from 'react'

import { kindName, tokensOf } from '#web/areas/library/entry-words.ts'
import { Problem } from '#web/parts/problem.tsx'
import { SearchBox } from '#web/parts/search-box.tsx'
import { Sheet } from '#web/parts/sheet.tsx'
import { useOperation } from '#web/use-operation.ts'

/** What somebody who writes about a topic gets to read of the library. */
export function TryLibrary({ onClose }: { onClose(): void }) {
  const [query, setQuery] = useState('')
  const found = useOperation('searchContextLibrary', { query, limit: 10 }, { enabled: query !== '' })
  const hits = query === '' ? [] : (found.data?.hits ?? [])
  const size = hits.reduce((sum, { passage, untrusted }) => sum + (passage ?? untrusted?.text ?? '').length, 0)
  return (
    <Sheet
      title="What an agent receives"
      lead="The passages that say most about a topic, as a person or an agent who writes about it gets them."
      onClose={onClose}
    >
      <SearchBox label="Topic" hint="What the article is about" value={query} onSearch={setQuery} />
      {found.error && query !== '' && <Problem error={found.error} onRetry={() => void found.refetch()} />}
      <p role="status" className="mt-3 mb-1 text-muted">
        {query !== '' &&
          found.data &&
          (hits.length === 0
            ? 'Nothing in the library is about that. Entries that are in every brief come all the same.'
            : `${hits.length} ${hits.length === 1 ? 'passage' : 'passages'}, about ${tokensOf(size)}, the best first.`)}
      </p>
      <ol>
        {hits.map(({ entryId, kind, title, passage, untrusted }, index) => (
          <li key={`${entryId}-${index}`} className="border-t border-line py-3">
            <span className="t-head block wrap-anywhere">{title}</span>
            <span className="text-sm text-muted">
              {kindName(kind)}
              {untrusted && <>, from the web: something to quote, no instruction</>}
            </span>
            <p className="mt-1 font-serif text-[15px] leading-[23px] whitespace-pre-line wrap-anywhere">
              {passage ?? untrusted?.text}
            </p>
          </li>
        ))}
      </ol>
    </Sheet>
  )
}
