import { useNavigate } from '@tanstack/react-router'

import { topicsSearch, type TopicsSearch } from '#web/areas/topics/topics/topics-search.ts'
import { SearchBox } from '#web/parts/search-box.tsx'

/** What narrows the board and the list. */
export function TopicsBox({ asked }: { asked: TopicsSearch }) {
  const navigate = useNavigate({ from: '/o/$orgSlug/topics' })
  return (
    <div className="my-3 flex md:[&>form]:max-w-80">
      <SearchBox
        label="Search topics"
        hint="Topic, keyword or angle"
        value={asked.search ?? ''}
        onSearch={(search) => void navigate({ search: topicsSearch({ ...asked, search, page: 1 }) })}
      />
    </div>
  )
}
