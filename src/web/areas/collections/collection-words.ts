import type { OutputOf } from '#web/operations.ts'

export type Collection = OutputOf<'listCollections'>['items'][number]

/** What the items of a collection are, in a word. */
export const kindWords: Record<Collection['kind'], string> = {
  articles: 'Articles',
  comparisons: 'Comparisons',
  glossary: 'Glossary',
  landing: 'Landing pages',
  docs: 'Documentation',
  custom: 'Custom',
}
