import { z } from 'zod'

import { schemaObjection } from '#areas/collections/fields-schema.ts'
import type { RecordField } from '#kernel/record-fields.ts'
import { id, jsonObject, slug, text, timestamp, title, urlTemplate } from '#kernel/schema.ts'
import { placeholders } from '#std/url-templates.ts'

import { collectionKinds } from './presets.ts'

const schemaBytes = 32_000

const name = title(120).describe('Name of the collection')
const template = urlTemplate()
  .describe(`Such as /blog/{slug}, of ${placeholders}; the public path of its items`)
  .optional()
const fieldsSchema = jsonObject()
  .refine((schema) => Buffer.byteLength(JSON.stringify(schema)) <= schemaBytes, {
    message: 'Must be at most 32 kB of JSON',
    abort: true,
  })
  .superRefine((schema, { addIssue }) => {
    const objection = schemaObjection(schema)
    if (objection !== undefined) addIssue(`Cannot be used as a JSON Schema: ${objection}`)
  })
  .nullable()
  .describe('JSON Schema 2020-12 of the custom fields, without $ref and patterns, at most 32 kB; null: none')
  .optional()

const defaultsOf = <S extends z.ZodType>(field: (of: z.ZodString) => S) => ({
  articleType: field(text(60)),
  writingStyle: field(text(60)),
  customInstructions: field(text(4000)),
})

const defaults = z
  .strictObject(defaultsOf((of) => of.nullable().optional()))
  .describe('What drafts begin with, of listGenerationOptions; only the given ones change, null clears')
  .optional()

/** The fields of a collection. */
export const collectionFields = {
  id: { column: 'id', id: 'collection', output: id('collection') },
  slug: {
    column: 'slug',
    create: slug().describe('Slug, unique among the collections; it never changes'),
    output: z.string(),
  },
  name: { column: 'name', create: name, change: name.optional(), output: title(120) },
  kind: {
    column: 'kind',
    create: z.enum(collectionKinds).describe('What the items are'),
    output: z.enum(collectionKinds),
  },
  enabled: {
    column: 'enabled',
    change: z.boolean().optional().describe('Whether items can be written and are delivered'),
    output: z.boolean(),
  },
  builtIn: { column: 'built_in', output: z.boolean() },
  urlTemplate: { column: 'url_template', create: template, change: template, output: z.string() },
  fieldsSchema: {
    column: 'fields_schema',
    json: true,
    create: fieldsSchema,
    change: fieldsSchema,
    output: jsonObject().nullable(),
  },
  defaultAuthorId: {
    column: 'default_author_id',
    id: 'author',
    change: id('author').nullable().describe("Author of new items, one of this collection's; null: none").optional(),
    output: id('author').nullable(),
  },
  cmsTargetId: {
    column: 'cms_target_id',
    change: z.string().max(200).nullable().describe('Id of the CMS target of its items; null: none').optional(),
    output: z.string().nullable(),
  },
  defaults: {
    column: 'defaults',
    json: true,
    change: defaults,
    output: z.object(defaultsOf((of) => of.nullable())),
  },
  version: { column: 'version', output: z.int() },
  createdAt: { column: 'created_at', time: true, output: timestamp() },
  updatedAt: { column: 'updated_at', time: true, output: timestamp() },
} as const satisfies Record<string, RecordField>
