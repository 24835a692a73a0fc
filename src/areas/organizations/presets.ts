import { type Problem, Refusal } from '#kernel/errors.ts'

/** The types of article that every organization has. */
const articleTypes = [
  'how_to',
  'listicle',
  'comparison',
  'alternatives',
  'review',
  'guide',
  'explainer',
  'case_study',
  'news',
  'release',
  'glossary',
  'landing',
  'opinion',
] as const

/** The writing styles that every organization has. */
const writingStyles = [
  'neutral',
  'conversational',
  'expert',
  'persuasive',
  'journalistic',
  'technical',
  'storytelling',
] as const

/** Where an organization's content lives. */
export const contentModes = ['headless', 'wordpress', 'webflow', 'ghost', 'shopify', 'webhook'] as const
export type ContentMode = (typeof contentModes)[number]

/** What an organization can choose from: the presets, then its own (organizations.md#presets). */
export type Presets = { articleTypes: readonly string[]; writingStyles: readonly string[] }

/** The presets and what the organization added to them. */
export function presetsOf(own: Partial<Presets>): Presets {
  return {
    articleTypes: [...new Set([...articleTypes, ...(own.articleTypes ?? [])])],
    writingStyles: [...new Set([...writingStyles, ...(own.writingStyles ?? [])])],
  }
}

type Chosen = { articleType?: string | null | undefined; writingStyle?: string | null | undefined }
type Choosing = { at?: string; before?: Chosen }

/**
 * Refuses a type or style that is not available, naming the allowed ones. Empty or left out: none is chosen. What was chosen
 * `before` stays, even if the organization has since given it up (organizations.md#presets).
 */
export function requirePresets(
  own: Partial<Presets>,
  { articleType, writingStyle }: Chosen,
  { at = '/input', before = {} }: Choosing = {},
): void {
  const { articleTypes, writingStyles } = presetsOf(own)
  const problems = [
    ...(articleType === before.articleType ? [] : problemOf(`${at}/articleType`, articleType, articleTypes)),
    ...(writingStyle === before.writingStyle ? [] : problemOf(`${at}/writingStyle`, writingStyle, writingStyles)),
  ]
  const [first] = problems
  if (first !== undefined)
    throw new Refusal('validation_failed', `The input is not valid: ${first.path} ${first.message}`, problems)
}

/** The chosen type or style where new items get it: null if the organization has since given it up. */
export function knownPreset(presets: readonly string[], chosen: string | null): string | null {
  return chosen !== null && presets.includes(chosen) ? chosen : null
}

function problemOf(path: string, value: string | null | undefined, allowed: readonly string[]): Problem[] {
  if (value === undefined || value === null || value === '' || allowed.includes(value)) return []
  return [{ path, message: `must be one of ${allowed.join(', ')}`, code: 'invalid_value' }]
}
