/** The types of article (operations.md 1.2). */
export const articleTypes = [
  'how_to',
  'listicle',
  'comparison',
  'alternatives',
  'review',
  'guide',
  'explainer',
  'case_study',
  'news',
  'glossary',
  'landing',
  'opinion',
] as const

/** The styles of writing. */
export const writingStyles = [
  'neutral',
  'conversational',
  'expert',
  'persuasive',
  'journalistic',
  'technical',
  'storytelling',
] as const

/** Where an organization's content lives (operations.md 1.1). */
export const contentModes = ['headless', 'wordpress', 'webflow', 'ghost', 'shopify', 'webhook'] as const
export type ContentMode = (typeof contentModes)[number]
