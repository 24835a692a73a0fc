import { z } from 'zod'

import type { ItemRow, Origin } from '#areas/items/index.ts'
import { type JobId, type TopicId, storedId } from '#kernel/ids.ts'
import { text, url } from '#kernel/schema.ts'
import { canonicalJson } from '#std/json.ts'

/** A source that a text is based on. */
export const citation = z.strictObject({
  url: url(),
  title: text(300).optional(),
  quote: text(1000).optional().describe('The words that support it'),
})
export type Citation = z.output<typeof citation>
declare module '#kernel/json-columns.ts' {
  interface JsonColumns {
    'item.citations': Citation[]
  }
}

/** Where the text of an item comes from. The model is as declared by the writer, unverified. */
export type Provenance = {
  origin: Exclude<Origin, 'import'>
  model: string | null
  /** Of a model of ours: the version of the prompt, and the job. */
  promptVersion?: string
  generationJobId?: JobId
  /** Left out: as they were. */
  citations?: readonly Citation[]
  /** Left out: as it was. */
  sourceTopicId?: TopicId
}

/** The columns of an item that say where its text comes from. */
export function provenanceColumns({
  origin,
  model,
  promptVersion,
  generationJobId,
  citations,
  sourceTopicId,
}: Provenance) {
  return {
    origin,
    model,
    ...(promptVersion === undefined ? {} : { prompt_version: promptVersion }),
    ...(generationJobId === undefined ? {} : { generation_job_id: generationJobId }),
    ...(citations === undefined ? {} : { citations: JSON.stringify(citations) }),
    ...(sourceTopicId === undefined ? {} : { source_topic_id: sourceTopicId }),
  }
}

/** Whether the stored item says something else. */
export function isOtherProvenance(
  row: ItemRow,
  {
    origin,
    model,
    citations = row.citations,
    sourceTopicId = storedId('topic', row.source_topic_id) ?? undefined,
  }: Provenance,
): boolean {
  const stored = [row.origin, row.model, row.citations, row.source_topic_id]
  return canonicalJson(stored) !== canonicalJson(plain([origin, model, citations, sourceTopicId]))
}

// As it is stored: without what is undefined.
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
