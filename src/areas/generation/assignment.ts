import { type Collection, defaultsOf, getCollection, requireEnabled } from '#areas/collections/index.ts'
import { bodyOf, fieldsOfRow, findItem, type ItemRow } from '#areas/items/index.ts'
import type { Settings } from '#areas/organizations/index.ts'
import { getTopic, type Topic } from '#areas/topics/index.ts'
import type { Access } from '#kernel/access.ts'
import type { Reader } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { mapNames } from '#std/pluck.ts'
import { visibleText } from '#std/visible-text.ts'

import { draftSchema } from './draft-schema.ts'
import type { Subject } from './subject.ts'

/** What is to be written: a topic, or an item that is to be improved. */
export type Assignment = {
  collection: Collection
  topic: Topic | null
  item: ItemRow | null
  subject: string
  primaryKeyword: string
  angle: string | null
  customInstructions: string | null
  articleType: string | null
  writingStyle: string | null
}

type Ctx = { db: Reader; access: Pick<Access, 'organization'> }

/** The assignment of a topic or item; the defaults of its collection, then the organization's, fill in what it leaves open. */
export async function assignmentOf(ctx: Ctx, about: Subject, { defaults }: Settings): Promise<Assignment> {
  const found = 'itemId' in about ? await ofItem(ctx.db, about.itemId) : await ofTopic(ctx, about.topicId)
  const ofCollection = defaultsOf(found.collection)
  return {
    ...found,
    articleType: found.articleType ?? ofCollection.articleType ?? defaults.articleType,
    writingStyle: found.writingStyle ?? ofCollection.writingStyle ?? defaults.writingStyle,
  }
}

/** The texts of an assignment, as a brief shows them. */
export function describeAssignment(assignment: Assignment, { locale, brand }: Settings) {
  const { collection, topic, item, subject, primaryKeyword, angle, customInstructions, articleType, writingStyle } =
    assignment
  const shown = (text: string | null) => (text === null ? null : visibleText(text))
  return {
    topicId: topic?.id ?? null,
    topicState: topic?.state ?? null,
    itemId: item?.id ?? null,
    subject: visibleText(subject),
    primaryKeyword: visibleText(primaryKeyword),
    angle: shown(angle),
    customInstructions: shown(customInstructions),
    articleType,
    writingStyle,
    collection: { id: collection.id, slug: collection.slug, kind: collection.kind },
    locale,
    brand: { name: shown(brand.name), description: shown(brand.description), audience: shown(brand.audience) },
  }
}

// A new item needs an enabled collection; one that exists can be edited in any (collections.md#disabled-means-not-public).
async function ofTopic({ db, access }: Ctx, topicId: string): Promise<Assignment> {
  const topic = await getTopic(db, topicId)
  const collection = await getCollection(db, topic.collectionPresetId)
  requireEnabled(collection, access.organization.plan)
  return {
    collection,
    topic,
    item: null,
    subject: topic.topic,
    primaryKeyword: topic.primaryKeyword,
    angle: topic.angle,
    customInstructions: topic.customInstructions,
    articleType: topic.articleType,
    writingStyle: topic.writingStyle,
  }
}

async function ofItem(db: Reader, itemId: string): Promise<Assignment> {
  const item = await findItem(db, { id: itemId })
  if (item.trashed_at !== null)
    throw new Refusal('not_found', 'The item is in the trash. restoreItem brings it back.', { id: item.id })
  const topic = item.source_topic_id === null ? null : await getTopic(db, item.source_topic_id)
  return {
    collection: await getCollection(db, item.collection_id),
    topic,
    item,
    subject: item.title,
    primaryKeyword: item.primary_keyword ?? '',
    angle: topic?.angle ?? null,
    customInstructions: topic?.customInstructions ?? null,
    articleType: item.article_type,
    writingStyle: item.writing_style,
  }
}

/** The current values of the fields of an item that a draft can set. */
export async function currentOf(db: Reader, row: ItemRow) {
  const { content, contentFormat } = await bodyOf(db, row.id)
  const stored = { ...fieldsOfRow(row), content, citations: row.citations }
  const { title, content: _, ...others } = mapNames(draftSchema.shape, (field) => stored[field])
  return { version: row.version, status: row.effective_status, title, content, contentFormat, ...others }
}
