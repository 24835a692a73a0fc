import { bodyPairs, titlePairs } from './candidate-pairs.ts'
import type { Entry } from './load-entries.ts'
import { compare, type Comparison, isNearBody, strengthOf } from './score.ts'
import type { Breathe } from '#areas/checks/breathe.ts'

/** Why two items are in a group; the number is the highest of any pair, 0 to 1. */
export const reasonCodes = [
  'same_intent_title',
  'near_duplicate_body',
  'same_primary_keyword',
  'shared_keywords',
  'similar_headings',
] as const
export type Reason = { code: (typeof reasonCodes)[number]; value: number }

export type Group = {
  /** The oldest first. */
  ids: string[]
  score: number
  reasons: Reason[]
}

/** How many items of a group are compared with each other, and named; `consolidateItems` takes no more at once. */
export const shown = 50

/**
 * The groups of items that compete or are near duplicates: pairs with at least `minScore`, joined, best first. `entries` are
 * ordered by id. `breathe` yields the thread to other work, and throws when nobody is waiting any longer.
 */
export async function groupsOf(entries: readonly Entry[], minScore: number, breathe: Breathe): Promise<Group[]> {
  const parents = entries.map((_, at) => at)
  for (const pairs of [bodyPairs(entries), titlePairs(entries)]) {
    for (const [one, other] of pairs) {
      const pause = breathe()
      if (pause !== undefined) await pause
      const [a, b] = [rootOf(parents, one), rootOf(parents, other)]
      if (a !== b && pairAt(entries, one, other).strength >= minScore) parents[Math.max(a, b)] = Math.min(a, b)
    }
  }
  const groups: Group[] = []
  for (const members of membersOf(parents)) {
    groups.push(await groupOf(entries, members, { minScore, breathe }))
  }
  return groups.toSorted(
    (a, b) => b.score - a.score || b.ids.length - a.ids.length || ((a.ids[0] ?? '') < (b.ids[0] ?? '') ? -1 : 1),
  )
}

function pairAt(entries: readonly Entry[], one: number, other: number): { found?: Comparison; strength: number } {
  const [a, b] = [entries[one], entries[other]]
  if (a === undefined || b === undefined) return { strength: 0 }
  const found = compare(a.subject, b.subject)
  return { found, strength: strengthOf(found) }
}

function membersOf(parents: number[]): number[][] {
  const members = new Map<number, number[]>()
  for (const at of parents.keys()) {
    const root = rootOf(parents, at)
    const found = members.get(root)
    if (found === undefined) members.set(root, [at])
    else found.push(at)
  }
  return [...members.values()].filter(({ length }) => length > 1)
}

type How = { minScore: number; breathe: Breathe }

async function groupOf(entries: readonly Entry[], members: readonly number[], { minScore, breathe }: How) {
  const named = members.slice(0, shown)
  const reasons = new Map<Reason['code'], number>()
  let score = 0
  for (const [at, one] of named.entries()) {
    const pause = breathe()
    if (pause !== undefined) await pause
    for (const other of named.slice(at + 1)) {
      const { found, strength } = pairAt(entries, one, other)
      if (found === undefined || strength < minScore) continue
      score = Math.max(score, strength)
      for (const { code, value } of reasonsOf(found)) reasons.set(code, Math.max(reasons.get(code) ?? 0, value))
    }
  }
  return {
    ids: members.map((at) => entries[at]?.id ?? ''),
    score: rounded(score),
    reasons: reasonCodes.flatMap((code) => {
      const value = reasons.get(code)
      return value === undefined ? [] : [{ code, value: rounded(value) }]
    }),
  }
}

function reasonsOf(found: Comparison): Reason[] {
  const { body, parts, samePrimary } = found
  const { title, keyword = 0, headings } = parts
  const told: (Reason | false)[] = [
    title > 0 && { code: 'same_intent_title', value: title },
    isNearBody(found) && { code: 'near_duplicate_body', value: body },
    samePrimary && { code: 'same_primary_keyword', value: 1 },
    !samePrimary && keyword > 0 && { code: 'shared_keywords', value: keyword },
    headings >= 0.5 && { code: 'similar_headings', value: headings },
  ]
  return told.filter((reason) => reason !== false)
}

function rootOf(parents: number[], at: number): number {
  let root = at
  for (let next = parents[root] ?? root; next !== root; next = parents[root] ?? root) root = next
  for (let place = at; place !== root;) {
    const next = parents[place] ?? root
    parents[place] = root
    place = next
  }
  return root
}

const rounded = (value: number) => Math.round(value * 1000) / 1000
