import type { Reader } from '#kernel/database.ts'
import { escapeLike, searchTerm } from '#std/text.ts'

import type { TopicState } from './topic-states.ts'
import { columns, type Topic, topicOf } from './topics.ts'

type Filter = { search: string | undefined; state: TopicState | undefined; collectionId: string | undefined }

/** One page of the matching topics, most urgent first, then newest, and how many there are. */
export async function listTopicRows(
  db: Reader,
  filter: Filter,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ topics: Topic[]; total: number }> {
  const { total } = await matching(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await matching(db, filter)
    .select(columns)
    .orderBy('priority', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { topics: rows.map(topicOf), total }
}

function matching(db: Reader, { search, state, collectionId }: Filter) {
  const term = searchTerm(search ?? '')
  return db
    .selectFrom('topic')
    .$if(term !== '', (query) => query.where('search_text', 'like', `%${escapeLike(term)}%`))
    .$call((query) => (state === undefined ? query : query.where('effective_state', '=', state)))
    .$if(collectionId !== undefined, (query) => query.where('collection_id', '=', collectionId ?? ''))
}
