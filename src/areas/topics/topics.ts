import { sql } from 'kysely'

import { wordsOfCompeting } from '#areas/checks/index.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { idPrefixes, type ItemId, newId, storedId, type TopicId } from '#kernel/ids.ts'
import { recordChanges } from '#kernel/record-changes.ts'
import { type RecordOf, recordsOf, stateOf } from '#kernel/record-fields.ts'
import { nextVersion } from '#kernel/version.ts'
import { escapeLike, searchText } from '#std/text.ts'

import { topicFields } from './topic-fields.ts'
import type { Ground } from './topic-ground.ts'
import { keywordColumns } from './topic-keywords.ts'
import { openStates } from './topic-states.ts'

const topics = recordsOf('topic', topicFields)

/** A subject for an article, before it is written. */
export type Topic = RecordOf<'topic', typeof topicFields>

/** What a topic is read from. */
export const { columns, read: topicOf, write: topicColumns } = topics

/** How changes of topics are reported. */
export const topicChanges = recordChanges<Topic>('topic', { titleOf: ({ topic }) => topic, stateOf })

type Written = Pick<Topic, 'topic' | 'primaryKeyword' | 'angle' | 'articleType' | 'writingStyle' | 'customInstructions'>
type New = Written & Pick<Topic, 'source' | 'agentName' | 'asvPromptId'>

/**
 * Stores a new pending topic and looks for duplicates, in one statement (topics.md#one-statement-creates): an item or another
 * topic with the same normalised primary keyword, an item first. `open`: other open topics that have a word of its title in
 * common, oldest first.
 */
export async function insertTopic(
  db: Writer,
  topic: New,
  { collection, locale }: Pick<Ground, 'collection' | 'locale'>,
): Promise<{ topic: Topic; duplicateOf: ItemId | TopicId | null; open: OpenTopic[] }> {
  const keyword = keywordColumns(topic.primaryKeyword, locale)
  const key = keyword.keyword_key
  const { duplicate, open, ...row } = await db
    .with('made', (query) =>
      query
        .insertInto('topic')
        .values({
          ...topics.write({ ...topic, id: newId('topic'), collectionPresetId: collection.id }),
          ...searched(topic),
          ...keyword,
        })
        .returning(columns),
    )
    .selectFrom('made')
    .select(columns)
    .select((eb) => [
      eb.fn
        .coalesce(
          eb
            .selectFrom('item')
            .select('item.id')
            .where('item.keyword_key', '=', key)
            .where('item.keyword_key', '<>', '')
            .where('item.trashed_at', 'is', null)
            .orderBy('item.id')
            .limit(1),
          // What the same statement inserts is not visible here.
          eb
            .selectFrom('topic')
            .select('topic.id')
            .where('topic.keyword_key', '=', key)
            .where('topic.keyword_key', '<>', '')
            .orderBy('topic.id')
            .limit(1),
        )
        .as('duplicate'),
      openTopicsSharing(db, wordsOfCompeting(topic.topic, locale)).as('open'),
    ])
    .executeTakeFirstOrThrow()
  return {
    topic: topicChanges.report(db, undefined, topicOf(row)),
    duplicateOf: duplicate === null ? null : itemOrTopic(duplicate),
    open: open.map(({ id, title }) => ({ id: storedId('topic', id), title })),
  }
}

type OpenTopic = { id: TopicId; title: string }

/** How many topics are looked at, the newest first: as many however many there are. */
const newestTopics = 500

function openTopicsSharing(db: Reader, words: readonly string[]) {
  const newest = db
    .selectFrom('topic')
    .select(['id', 'topic as title', 'search_text', 'effective_state'])
    .orderBy('id', 'desc')
    .limit(newestTopics)
  const patterns = words.map((word) => `%${escapeLike(word)}%`)
  return sql<{ id: string; title: string }[]>`(
    select coalesce(json_agg(json_build_object('id', newest.id, 'title', newest.title) order by newest.id), '[]')
    from (${newest}) as newest
    where newest.effective_state = any(${[...openStates]}::text[]) and newest.search_text like any(${patterns}::text[]))`
}

function itemOrTopic(id: string): ItemId | TopicId {
  return id.startsWith(`${idPrefixes.item}_`) ? storedId('item', id) : storedId('topic', id)
}

/** Refuses a prompt of AI search visibility that is not there. */
export async function requirePrompt(db: Reader, promptId: string): Promise<void> {
  const row = await db
    .selectFrom('asv_prompt')
    .select('id')
    .where('id', '=', promptId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined)
    throw new Refusal('not_found', 'There is no such prompt. listAsvPrompts names them.', {
      id: promptId.slice(0, 200),
    })
}

/** A topic by id; `not_found` when there is none. */
export async function getTopic(db: Reader, id: string): Promise<Topic> {
  return existing(await db.selectFrom('topic').select(columns).where('id', '=', id).executeTakeFirst(), id)
}

/** The same, locked until the transaction ends. */
export async function lockTopic(db: Writer, id: string): Promise<Topic> {
  return existing(await db.selectFrom('topic').select(columns).where('id', '=', id).forUpdate().executeTakeFirst(), id)
}

/** Topics by id, locked until the transaction ends; always in the same order, so that two calls cannot wait for each other. */
export async function lockTopics(db: Writer, ids: readonly string[]): Promise<Map<string, Topic>> {
  const rows = await db
    .selectFrom('topic')
    .select(columns)
    .where('id', '=', sql<string>`any(${[...ids]})`)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, topicOf(row)]))
}

type Changes = Partial<Written & Pick<Topic, 'priority' | 'collectionPresetId'>>

/** Writes the changed fields of a topic. */
export async function changeTopic(db: Writer, topic: Topic, changes: Changes, locale: string): Promise<Topic> {
  const written = { ...topic, ...changes }
  const row = await db
    .updateTable('topic')
    .set({
      ...topics.write(changes),
      ...searched(written),
      ...keywordColumns(written.primaryKeyword, locale),
      ...nextVersion,
    })
    .where('id', '=', topic.id)
    .returning(columns)
    .executeTakeFirstOrThrow()
  return topicChanges.report(db, topic, topicOf(row))
}

/** Puts topics into the state that a reviewer decided on. */
export async function decideTopics(
  db: Writer,
  topics: readonly Topic[],
  { state, reason }: { state: 'approved' | 'rejected'; reason: string | null },
): Promise<void> {
  if (topics.length === 0) return
  const rows = await db
    .updateTable('topic')
    .set({ state, review_reason: reason, item_id: null, ...nextVersion })
    .where('id', '=', sql<string>`any(${topics.map(({ id }) => id)})`)
    .returning(columns)
    .execute()
  const before = new Map<string, Topic>(topics.map((topic) => [topic.id, topic]))
  for (const row of rows) topicChanges.report(db, before.get(row.id), topicOf(row))
}

/** Marks a topic as being written by a job. */
export async function markGenerating(db: Writer, topic: Topic): Promise<Topic> {
  const row = await db
    .updateTable('topic')
    .set({ state: 'generating', ...nextVersion })
    .where('id', '=', topic.id)
    .returning(columns)
    .executeTakeFirstOrThrow()
  return topicChanges.report(db, topic, topicOf(row))
}

/** Marks a topic as drafted, by its item. */
export async function markDrafted(db: Writer, topic: Topic, itemId: ItemId): Promise<Topic> {
  const row = await db
    .updateTable('topic')
    .set({ state: 'drafted', item_id: itemId, ...nextVersion })
    .where('id', '=', topic.id)
    .returning(columns)
    .executeTakeFirstOrThrow()
  return topicChanges.report(db, topic, topicOf(row))
}

/** Removes a topic for good. */
export async function removeTopic(db: Writer, topic: Topic): Promise<void> {
  await db.deleteFrom('topic').where('id', '=', topic.id).execute()
  topicChanges.report(db, topic, undefined)
}

/** The text that topics are searched by. */
export function searched({ topic, primaryKeyword, angle }: Pick<Topic, 'topic' | 'primaryKeyword' | 'angle'>) {
  return { search_text: searchText([topic, primaryKeyword, angle]) }
}

function existing(row: Parameters<typeof topicOf>[0] | undefined, id: string): Topic {
  if (row !== undefined) return topicOf(row)
  throw new Refusal('not_found', 'There is no such topic. listTopics names them.', { id: id.slice(0, 200) })
}
