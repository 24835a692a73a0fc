import { firstArticles } from './articles-planning.ts'
import { laterArticles } from './articles-working.ts'

export type SampleArticle = {
  title: string
  slug: string
  excerpt: string
  status: 'draft' | 'published'
  category: string
  tags: readonly string[]
  content: string
  tldr?: string
  metaDescription?: string
  primaryKeyword?: string
  faq?: { question: string; answer: string }[]
}

export const categories = [
  { name: 'Planning', description: 'What to write, for whom and in which order.' },
  { name: 'Writing', description: 'From an outline to a text that somebody finishes reading.' },
  { name: 'Operations', description: 'Review, publishing, care of old pages, work with agents.' },
] as const

export const tags = [
  { name: 'Content model' },
  { name: 'SEO' },
  { name: 'Workflow' },
  { name: 'Agents' },
  { name: 'Maintenance' },
] as const

/** Sample articles, the oldest first. */
export const articles: readonly SampleArticle[] = [...firstArticles, ...laterArticles]
