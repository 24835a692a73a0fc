import { slug, text, title } from '#kernel/schema.ts'

/** The fields of a category or tag that are given when it is created and when it is changed. */
export const termFields = {
  name: title(80).describe('Name as it is shown'),
  slug: slug().describe('Slug, unique among the categories or the tags'),
  description: text(500).nullable().describe('What belongs here; null: nothing'),
}
