import type { Reader } from '#kernel/database.ts'
import { listPage, type PageAsked } from '#kernel/list-page.ts'
import { recordOf } from '#std/pluck.ts'
import { escapeLike, searchTerm } from '#std/text.ts'

import { type TopicState, topicStates } from './topic-states.ts'
import { columns, type Topic, topicOf } from './topics.ts'

type Filter = {
  search: string | undefined
  state: TopicState | readonly TopicState[] | undefined
  collectionId: string | undefined
}

/** One page of the matching topics, most urgent first, then newest, and how many there are. */
export async function listTopicRows(
  db: Reader,
  filter: Filter,
  asked: PageAsked,
): Promise<{ topics: Topic[]; total: number }> {
  const { rows, total } = await listPage(matching(db, filter), asked, (all) =>
    all.select(columns).orderBy('priority', 'desc').orderBy('id', 'desc'),
  )
  return { topics: rows.map(topicOf), total }
}

/** How many topics the search and the collection find in each state, whatever states the filter asks for. */
export async function countTopics(db: Reader, filter: Filter): Promise<Record<TopicState, number>> {
  const rows = await matching(db, { ...filter, state: undefined })
    .select(({ fn }) => ['effective_state as state', fn.countAll<number>().as('count')])
    .groupBy('effective_state')
    .execute()
  const of = (state: TopicState) => Number(rows.find((row) => row.state === state)?.count ?? 0)
  return recordOf(topicStates, of)
}

function matching(db: Reader, { search, state, collectionId }: Filter) {
  const term = searchTerm(search ?? '')
  return db
    .selectFrom('topic')
    .$if(term !== '', (query) => query.where('search_text', 'like', `%${escapeLike(term)}%`))
    .$call((query) => (state === undefined ? query : query.where('effective_state', 'in', [state].flat())))
    .$if(collectionId !== undefined, (query) => query.where('collection_id', '=', collectionId ?? ''))
}
