import { z } from 'zod'

import type { RecordField } from '#kernel/record-fields.ts'
import { id, slug, text, timestamp, title, url } from '#kernel/schema.ts'
import { pluck } from '#std/pluck.ts'

/** The kinds that belong to `articles` and have the same fields. */
export const taxonomies = ['category', 'tag'] as const

const linksLimit = 20

const links = z
  .record(z.string().regex(/^[a-z0-9][a-z0-9_-]{0,39}$/i, 'Must be a short name, such as linkedin'), url())
  .refine((given) => Object.keys(given).length <= linksLimit, { message: 'Must have at most 20 links' })
  .nullable()
  .describe('{"<name>": "https://..."}; such as linkedin; null: none')

const named = (limit: number) => {
  const name = title(limit).describe('Name as it is shown')
  return { create: name, change: name.optional(), output: title(limit) }
}
const optional = <S extends z.ZodType>(schema: S) => ({ create: schema.optional(), change: schema.optional() })
const clearable = <S extends z.ZodType>(schema: S) => ({ ...optional(schema), output: z.string().nullable() })
const both = <F extends object>(field: F) => ({ term: field, author: field })

type Shown = Pick<RecordField, 'create' | 'change' | 'output'>

/** The fields of a category, tag or author: `term` says how those of categories and tags are given and shown, `author` those of authors. */
export const termFields = {
  id: {
    column: 'id',
    term: { output: id('category', 'tag') },
    author: { output: id('author') },
  },
  collectionId: {
    column: 'collection_id',
    id: 'collection',
    author: {
      create: id('collection').describe('Id of the collection: col_... (its slug works too)'),
      output: id('collection'),
    },
  },
  kind: {
    column: 'kind',
    term: { create: z.enum(taxonomies).describe('Which of the two'), output: z.enum(taxonomies) },
  },
  name: { column: 'name', term: named(80), author: named(120) },
  slug: {
    column: 'slug',
    term: { ...optional(slug().describe('Slug, unique among the categories or the tags')), output: z.string() },
    author: { ...optional(slug().describe('Slug, unique among the authors of the collection')), output: z.string() },
  },
  // The bio of an author.
  description: {
    column: 'description',
    term: clearable(text(500).nullable().describe('What belongs here; null: nothing')),
    author: clearable(text(2000).nullable().describe('About the author; null: nothing')),
  },
  avatarMediaId: { column: 'avatar_id', id: 'media', author: { output: id('media').nullable() } },
  socialLinks: {
    column: 'social_links',
    json: true,
    author: { ...optional(links), output: z.record(z.string(), z.string()).nullable() },
  },
  autoAssignDescription: {
    column: 'auto_assign_description',
    author: clearable(text(500).nullable().describe('Which items this author is for; null: none')),
  },
  version: { column: 'version', ...both({ output: z.int() }) },
  createdAt: { column: 'created_at', time: true, ...both({ output: timestamp() }) },
  updatedAt: { column: 'updated_at', time: true, ...both({ output: timestamp() }) },
} as const satisfies Record<string, RecordField & { term?: Shown; author?: Shown }>

const postCount = { output: z.int().describe('Published items') }

const { kind: taxonomy, ...ofTerm } = pluck(termFields, 'term')

/** The fields of a category or tag by their public names, in the order of answers. */
export const taxonomyFields = {
  id: ofTerm.id,
  taxonomy,
  name: ofTerm.name,
  slug: ofTerm.slug,
  description: ofTerm.description,
  postCount,
  version: ofTerm.version,
  createdAt: ofTerm.createdAt,
  updatedAt: ofTerm.updatedAt,
}

const { description: bio, ...ofAuthor } = pluck(termFields, 'author')

/** The fields of an author by their public names, in the order of answers. */
export const authorFields = {
  id: ofAuthor.id,
  collectionId: ofAuthor.collectionId,
  name: ofAuthor.name,
  slug: ofAuthor.slug,
  bio,
  avatarMediaId: ofAuthor.avatarMediaId,
  avatarUrl: { output: z.string().nullable() },
  socialLinks: ofAuthor.socialLinks,
  autoAssignDescription: ofAuthor.autoAssignDescription,
  postCount,
  version: ofAuthor.version,
  createdAt: ofAuthor.createdAt,
  updatedAt: ofAuthor.updatedAt,
}
