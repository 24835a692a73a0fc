import {
  type Authorship,
  type ChangeCtx,
  changeItem,
  type Citation,
  makeItem,
  type PreparedBody,
  type Provenance,
} from '#areas/content/index.ts'
import type { ItemChanges, Status, World } from '#areas/items/index.ts'
import { getSettings, knownPreset, presetsOf } from '#areas/organizations/index.ts'
import { getTopic, lockTopic, markDrafted, requireDraftable, type Topic } from '#areas/topics/index.ts'
import type { Ctx } from '#kernel/context.ts'
import type { ItemId, TopicId } from '#kernel/ids.ts'
import type { PublishingWarning } from '#kernel/publishing-warning.ts'
import type { Rendered } from '#kernel/render.ts'
import { requireVersion } from '#kernel/version.ts'

import { changesOf, type Draft } from './draft-schema.ts'
import { inDraft } from './in-draft.ts'

type WriteCtx = Ctx<'write'>

export type Submitted = {
  draft: Draft
  model?: string | undefined
  citations?: readonly Citation[] | undefined
  status?: Status | undefined
  publishAt?: string | undefined
  ifVersion?: number | undefined
}

type WrittenDraft = {
  draft: Draft
  status: Status
  publishAt: string | undefined
  rendered: Rendered
  provenance: Provenance
  authorship: Authorship
  /** Fields that no draft has. */
  also?: ItemChanges
}

type MadeOfTopic = { item: World; topic: Topic; publishingWarnings: PublishingWarning[] }

export type Taken = { item: World; topic: Topic | null; publishingWarnings: PublishingWarning[] }

/** Creates an item from a draft for a topic that is pending or approved. The topic is then drafted. */
export async function takeForTopic(
  ctx: WriteCtx,
  { draft, status = 'draft', publishAt, ifVersion, ...by }: Submitted,
  { topicId, rendered }: { topicId: TopicId; rendered: Rendered },
): Promise<Taken> {
  const { db, actor, requestId, now } = ctx
  const topic = await lockTopic(db, topicId)
  requireVersion(topic.version, ifVersion)
  requireDraftable(topic)
  const provenance = { ...provenanceOf(draft, by), sourceTopicId: topic.id }
  const written = { draft, status, publishAt, rendered, provenance }
  return inDraft(makeOfTopic(ctx, topic, { ...written, authorship: { actor, requestId, now } }))
}

/** Creates the item of a topic that its writer starts from nothing (generation.md#people-write-topics). The topic is then drafted. */
export async function startOfTopic(
  ctx: WriteCtx,
  { topicId, ifVersion, rendered }: { topicId: TopicId; ifVersion: number | undefined; rendered: Rendered },
): Promise<MadeOfTopic> {
  const { db, actor, requestId, now } = ctx
  const topic = await lockTopic(db, topicId)
  requireVersion(topic.version, ifVersion)
  requireDraftable(topic)
  const origin = actor.kind === 'user' ? ('human' as const) : ('agent' as const)
  return insertOfTopic(ctx, topic, {
    title: topic.topic,
    changes: {},
    status: 'draft',
    publishAt: undefined,
    rendered,
    provenance: { origin, model: null, sourceTopicId: topic.id },
    authorship: { actor, requestId, now },
  })
}

/** Makes the item of a topic from a draft; the topic is drafted then. It is locked. */
export async function makeOfTopic(
  ctx: ChangeCtx,
  topic: Topic,
  { draft, also = {}, ...more }: WrittenDraft,
): Promise<MadeOfTopic> {
  const { title, ...changes } = changesOf(draft)
  return insertOfTopic(ctx, topic, {
    ...more,
    title: title ?? draft.title,
    // As the brief says about h1: if left out, it is the title.
    changes: { ...changes, ...also, h1: changes.h1 ?? draft.title },
  })
}

type OfTopic = Omit<WrittenDraft, 'draft' | 'also'> & { title: string; changes: ItemChanges }

/** Inserts an item with what its topic says about it. */
async function insertOfTopic(
  ctx: ChangeCtx,
  topic: Topic,
  { authorship, provenance, changes, ...more }: OfTopic,
): Promise<MadeOfTopic> {
  const { db } = ctx
  const { articleTypes, writingStyles } = presetsOf((await getSettings(db)).presets)
  const articleType = knownPreset(articleTypes, topic.articleType)
  const writingStyle = knownPreset(writingStyles, topic.writingStyle)
  const item = {
    ...more,
    collection: topic.collectionPresetId,
    changes: {
      ...changes,
      primaryKeyword: topic.primaryKeyword,
      // What the topic leaves open is that of its collection or the organization (content.md#unset-is-null).
      ...(articleType === null ? {} : { articleType }),
      ...(writingStyle === null ? {} : { writingStyle }),
    },
    origin: provenance.origin,
    provenance,
  }
  const { made, publishingWarnings } = await makeItem(ctx, item, authorship)
  return { item: made, topic: await markDrafted(db, topic, made.row.id), publishingWarnings }
}

/** Changes an item to what a draft says; a published one changes live (generation.md#drafts-edit-their-item). */
export async function takeForItem(
  ctx: WriteCtx,
  { draft, status, publishAt, ifVersion, ...by }: Submitted,
  { itemId, body }: { itemId: ItemId; body: PreparedBody | undefined },
): Promise<Taken> {
  const { db, actor, requestId, now } = ctx
  const provenance = provenanceOf(draft, by)
  const state = { status, publishAt, ifVersion }
  const change = { id: itemId, changes: changesOf(draft), ...state, prepared: body, provenance, checksDrafts: true }

  const { after, publishingWarnings = [] } = await inDraft(changeItem(ctx, change, { actor, requestId, now }))

  const { source_topic_id: topicId } = after.row
  const topic = topicId === null ? null : await getTopic(db, topicId)
  return { item: after, topic, publishingWarnings }
}

function provenanceOf(draft: Draft, { model, citations }: Pick<Submitted, 'model' | 'citations'>): Provenance {
  const declared = { origin: 'agent' as const, model: model || null }
  if (draft.citations === undefined && citations === undefined) return declared
  const given = [...(draft.citations ?? []), ...(citations ?? [])]
  const all = new Map(given.map((one) => [JSON.stringify([one.url, one.quote]), one]))
  return { ...declared, citations: [...all.values()] }
}
