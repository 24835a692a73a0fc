import { sql } from 'kysely'

import { getSettings } from '#areas/organizations/index.ts'
import type { Writer } from '#kernel/database.ts'
import { storedId } from '#kernel/ids.ts'
import type { Snapshot } from '#kernel/journal.ts'
import type { Revertible } from '#kernel/revertible.ts'
import { nextVersion } from '#kernel/version.ts'

import { keywordColumns } from './topic-keywords.ts'
import {
  columns,
  lockTopic,
  lockTopics,
  removeTopic,
  searched,
  type Topic,
  topicChanges,
  topicColumns,
  topicOf,
} from './topics.ts'

/** How topics are taken back. */
export const revertibleTopics: Revertible = {
  type: 'topic',

  async lock(db, ids) {
    const topics = await lockTopics(db, ids)
    return topicChanges.statesOf(topics.values())
  },

  async restore({ db }, id, snapshot) {
    const before = await lockTopic(db, id)
    const row = await db
      .updateTable('topic')
      .set({ ...(await columnsOf(db, snapshot)), ...nextVersion })
      .where('id', '=', id)
      .returning(columns)
      .executeTakeFirstOrThrow()
    topicChanges.report(db, before, topicOf(row))
  },

  async remove({ db }, id) {
    await removeTopic(db, await lockTopic(db, id))
  },

  async recreate({ db }, id, { n, snapshot }) {
    const row = await db
      .insertInto('topic')
      .values({ ...(await columnsOf(db, snapshot)), id: storedId('topic', id), version: n })
      .returning(columns)
      .executeTakeFirstOrThrow()
    topicChanges.report(db, undefined, topicOf(row))
  },
}

async function columnsOf(db: Writer, snapshot: Snapshot) {
  // The states of topics are stored from topics only.
  const { state, itemId, ...fields } = snapshot as Omit<Topic, 'id' | 'version' | 'updatedAt'>
  const { locale } = await getSettings(db)
  return {
    ...topicColumns(fields),
    state,
    item_id: sql<string | null>`(select i.id from app.item i where i.organization_id = app.org() and i.id = ${itemId})`,
    ...searched(fields),
    ...keywordColumns(fields.primaryKeyword, locale),
  }
}
