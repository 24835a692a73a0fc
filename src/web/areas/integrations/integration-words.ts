import type { OutputOf } from '#web/operations.ts'
import type { Tone } from '#web/parts/status.tsx'

export type Listed = OutputOf<'listIntegrations'>['items'][number]
export type Available = OutputOf<'listIntegrations'>['availableProviders'][number]

/** What people read for the state of a connected service. */
export const stateWords: Record<Listed['state'], { tone: Tone; words: string }> = {
  disconnected: { tone: 'neutral', words: 'Not connected' },
  pending: { tone: 'warn', words: 'Something must be chosen' },
  connected: { tone: 'ok', words: 'Connected' },
  degraded: { tone: 'warn', words: 'Does not answer well' },
  auth_expired: { tone: 'bad', words: 'Refuses the credential' },
}

/** What the fields of an article are called. */
export const fieldWords: Record<string, string> = {
  title: 'Title',
  slug: 'Slug',
  contentHtml: 'Text',
  excerpt: 'Excerpt',
  featuredImage: 'Picture',
  categories: 'Categories',
  tags: 'Tags',
  authors: 'Authors',
  seoTitle: 'SEO title',
  metaDescription: 'Meta description',
  canonicalUrl: 'Canonical address',
  ogTitle: 'Title when shared',
  ogDescription: 'Description when shared',
  twitterTitle: 'Title on X',
  twitterDescription: 'Description on X',
  schemaJsonLd: 'Structured data',
  publishAt: 'Date',
}

/** What must be told apart before somebody presses: where content goes once it does not go through the Content API. */
export const modeOf = (provider: string): string | undefined =>
  ['wordpress', 'webflow', 'ghost', 'shopify', 'webhook'].find((mode) => mode === provider)
