import { z } from 'zod'

import { schemaObjection } from '#areas/collections/fields-schema.ts'
import { id, jsonObject, title, urlTemplate } from '#kernel/schema.ts'

const schemaBytes = 32_000

/** The fields of a collection that are given when it is created and when it is changed. */
export const collectionFields = {
  name: title(120).describe('Name of the collection'),
  urlTemplate: urlTemplate().describe('Such as /blog/{slug}; the public path of its items'),
  fieldsSchema: jsonObject()
    .refine((schema) => Buffer.byteLength(JSON.stringify(schema)) <= schemaBytes, {
      message: 'Must be at most 32 kB of JSON',
      abort: true,
    })
    .superRefine((schema, { addIssue }) => {
      const objection = schemaObjection(schema)
      if (objection !== undefined) addIssue(`Cannot be used as a JSON Schema: ${objection}`)
    })
    .nullable()
    .describe('JSON Schema 2020-12 of the custom fields, without $ref and patterns, at most 32 kB; null: none'),
  defaultAuthorId: id('author').nullable().describe("Author of new items, one of this collection's; null: none"),
  cmsTargetId: z.string().max(200).nullable().describe('Id of the CMS target of its items; null: none'),
}

/** An object as its column takes it: null clears, undefined leaves it unchanged. */
export function stored(object: Record<string, unknown> | null | undefined): string | null | undefined {
  return object == null ? object : JSON.stringify(object)
}
