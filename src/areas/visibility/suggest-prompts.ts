import { z } from 'zod'

import { getSettings } from '#areas/organizations/index.ts'
import { searchedQueries } from '#areas/search-console/index.ts'
import { recentKeywords } from '#areas/topics/index.ts'
import type { OrganizationFacts } from '#kernel/access.ts'
import type { Reader } from '#kernel/database.ts'
import type { Scope } from '#kernel/scope.ts'
import { visibleText } from '#std/visible-text.ts'

import { readBrands } from './brands.ts'
import { type Intent, intents, promptInput } from './prompts.ts'

/** Where questions come from: what people search for, what is written about, who competes. */
export const promptSources = ['gsc', 'topics', 'brand'] as const
export type PromptSource = (typeof promptSources)[number]

/** Who may not read a source elsewhere does not read it here. */
export const scopeOfSource = {
  gsc: 'analytics:read',
  topics: 'content:read',
  brand: 'asv:read',
} as const satisfies Record<PromptSource, Scope>

/** A question that could be asked; nothing is stored. */
export type Proposal = { text: string; intent: Intent; tag: string | null }

/** What proposals are made of; everything in it is quoted from others. */
export type PromptMaterial = Awaited<ReturnType<typeof promptMaterial>>

const most = 60

export async function promptMaterial(
  db: Reader,
  { sources, organization }: { sources: readonly PromptSource[]; organization: Pick<OrganizationFacts, 'id' | 'name'> },
) {
  const { locale, brand } = await getSettings(db)
  const has = (source: PromptSource) => sources.includes(source)
  const { all, own } = await readBrands(db, organization)
  return {
    locale,
    brand: {
      name: visibleText(own.name),
      description: brand.description && visibleText(brand.description),
      audience: brand.audience && visibleText(brand.audience),
    },
    competitors: has('brand') ? all.filter(({ isOwn }) => !isOwn).map(({ name }) => visibleText(name)) : [],
    searches: has('gsc')
      ? (await searchedQueries(db, { limit: most, isOpen: false })).map(({ query }) => visibleText(query))
      : [],
    keywords: has('topics') ? (await recentKeywords(db, most)).map(visibleText) : [],
  }
}

/** What a model is told: fixed sentences (generation.md#instructions-are-fixed). */
export const promptRules = [
  'Propose questions that people ask an assistant such as ChatGPT before they choose a product or a service like that of "brand", in the language of "locale".',
  'Write each as somebody types it, in 3 to 200 characters, without naming "brand"; at most one question in ten may name it, with the intent branded.',
  '"searches" are queries of a search engine, "keywords" what is written about, "competitors" names: use what is there, and invent no product and no company.',
  'Propose "count" questions, each about something else. "intent" is why somebody asks; "tag" is the subject in two or three words, or null.',
]

/** What a model fills in. */
export const promptsForm = z.strictObject({
  prompts: z.array(z.strictObject({ text: z.string(), intent: z.enum(intents), tag: z.string().nullable() })),
})

const usable = z.object({ text: promptInput.text, intent: promptInput.intent, tag: promptInput.tag.nullable() })

/** Those of a model's answers that can be created as they are. */
export function usableProposals(given: readonly unknown[]): Proposal[] {
  return given.flatMap((one) => usable.safeParse(one).data ?? [])
}

/** Questions without a model, the sources in turns (visibility.md#questions-without-a-model). */
export function templateProposals({ brand, competitors, searches, keywords }: PromptMaterial): Proposal[] {
  const [first, second] = competitors
  const lists = [
    searches.map((query) => ofSearch(query)),
    keywords.flatMap(ofKeyword),
    [
      ...competitors.map((name) => question(`What are good alternatives to ${name}?`, 'alternatives')),
      ...(first === undefined || second === undefined
        ? []
        : [question(`${first} or ${second}: which one fits a small team?`, 'comparison')]),
      question(`What is ${brand.name} known for?`, 'branded'),
    ],
  ]
  const longest = Math.max(...lists.map((list) => list.length))
  const inTurns = Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat()
  return usableProposals(inTurns)
}

// A search of several words, or one that asks already, is a question as it is.
function ofSearch(query: string): Proposal {
  const asks = /^(what|which|who|how|why|when|where|is|are|can|does|do|should)\b/i.test(query) || query.endsWith('?')
  if (asks) return question(`${capital(query).replace(/\?+$/, '')}?`, 'problem', query)
  return question(`Which ${query} would you recommend?`, 'discovery', query)
}

const ofKeyword = (keyword: string): Proposal[] => [
  question(`Which ${keyword} would you recommend, and why?`, 'discovery', keyword),
  question(`What should I look for in ${keyword}?`, 'problem', keyword),
  question(`How much does ${keyword} cost?`, 'pricing', keyword),
]

const question = (text: string, intent: Intent, about?: string): Proposal => ({
  text,
  intent,
  tag: about === undefined || about.length > 80 ? null : about,
})

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
