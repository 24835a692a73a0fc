import { z } from 'zod'

import { slug, text, title, url } from '#kernel/schema.ts'

const linksLimit = 20

/** The fields of an author that are given when it is created and when it is changed. */
export const authorFields = {
  name: title(120).describe('Name as it is shown'),
  slug: slug().describe('Slug, unique among the authors of the collection'),
  bio: text(2000).nullable().describe('About the author; null: nothing'),
  socialLinks: z
    .record(z.string().regex(/^[a-z0-9][a-z0-9_-]{0,39}$/i, 'Must be a short name, such as linkedin'), url())
    .refine((links) => Object.keys(links).length <= linksLimit, { message: 'Must have at most 20 links' })
    .nullable()
    .describe('{"<name>": "https://..."}; such as linkedin; null: none'),
  autoAssignDescription: text(500).nullable().describe('Which items this author is for; null: none'),
}
