import type { Breathe } from '#kernel/breathe.ts'

import { bodyPairs, titlePairs } from './candidate-pairs.ts'
import { cliquesOf, type Kind } from './cliques.ts'
import type { Entry } from './load-entries.ts'
import { compare, type Comparison, isNearBody, strengthOf } from './score.ts'

/** Why two items are a pair; the number is 0 to 1. */
export const reasonCodes = [
  'same_intent_title',
  'near_duplicate_body',
  'same_primary_keyword',
  'shared_keywords',
  'similar_headings',
] as const
export type Reason = { code: (typeof reasonCodes)[number]; value: number }

export type PairOfItems = { ids: [string, string]; score: number; reasons: Reason[] }

/** Two items, or more of which every two are a pair of the same kind. */
export type Group = {
  kind: Kind
  /** The oldest first. */
  ids: string[]
  /** Of the closest pair. */
  score: number
  /** Of the pairs, each with its highest value. */
  reasons: Reason[]
  /** The pairs of more than two, best first; at most 100. */
  pairs?: PairOfItems[]
}

/** How many items of a group are named; `consolidateItems` takes no more at once. */
export const shown = 50
const shownPairs = 100
/** How many different items of a component are compared with each other. */
const compared = 200

/**
 * The pairs of items that compete or are near duplicates, with at least `minScore`, and larger groups only where every two items
 * qualify (checks.md#pairs-not-chains); best first. `entries` are ordered by id. `breathe` yields the thread to other work, and
 * throws when nobody is waiting any longer.
 */
export async function groupsOf(entries: readonly Entry[], minScore: number, breathe: Breathe): Promise<Group[]> {
  const parents = entries.map((_, at) => at)
  for (const pairs of [bodyPairs(entries), titlePairs(entries)]) {
    for (const [one, other] of pairs) {
      const pause = breathe()
      if (pause !== undefined) await pause
      const [a, b] = [rootOf(parents, one), rootOf(parents, other)]
      if (a !== b && strengthAt(entries, one, other) >= minScore) parents[Math.max(a, b)] = Math.min(a, b)
    }
  }
  const groups: Group[] = []
  for (const members of membersOf(parents))
    groups.push(...(await groupsWithin(entries, members, { minScore, breathe })))
  return groups.toSorted(
    (a, b) => b.score - a.score || b.ids.length - a.ids.length || ((a.ids[0] ?? '') < (b.ids[0] ?? '') ? -1 : 1),
  )
}

function strengthAt(entries: readonly Entry[], one: number, other: number): number {
  const [a, b] = [entries[one], entries[other]]
  return a === undefined || b === undefined ? 0 : strengthOf(compare(a.subject, b.subject))
}

/** What a chain of pairs joins. */
function membersOf(parents: number[]): number[][] {
  const members = [...Map.groupBy(parents.keys(), (at) => rootOf(parents, at)).values()]
  return members.filter(({ length }) => length > 1)
}

type How = { minScore: number; breathe: Breathe }

async function groupsWithin(entries: readonly Entry[], members: readonly number[], { minScore, breathe }: How) {
  const found = members.flatMap((at) => entries[at] ?? [])
  // Copies of a text under one title are compared as one.
  const copies = [...Map.groupBy(found, twinKey).values()]
  const firsts = copies.flatMap(([first]) => first ?? []).slice(0, compared)
  const edges: Edge[] = []
  for (const [at, one] of firsts.entries()) {
    const pause = breathe()
    if (pause !== undefined) await pause
    for (const [by, other] of firsts.slice(at + 1).entries()) {
      const comparison = compare(one.subject, other.subject)
      const strength = strengthOf(comparison)
      if (strength < minScore) continue
      edges.push({ one: at, other: at + 1 + by, strength, kind: kindOf(comparison), comparison })
    }
  }
  const cliques = cliquesOf(edges).map(({ kind, members: places, edges: own }) => {
    const ids = places.flatMap((at) => idsOf(kind === 'consolidate' ? copies[at] : copies[at]?.slice(0, 1)))
    return groupOf(
      kind,
      ids,
      own.map((edge) => pairOf(firsts, edge)),
    )
  })
  const inCliques = new Set(cliques.filter(({ kind }) => kind === 'consolidate').flatMap(({ ids }) => ids))
  const alone = copies.filter(([first, ...more]) => more.length > 0 && !inCliques.has(first?.id ?? ''))
  return [...cliques, ...alone.map((twins) => groupOf('consolidate', idsOf(twins), [pairOfTwins(twins)]))]
}

type Edge = { one: number; other: number; strength: number; kind: Kind; comparison: Comparison }

/** Only an equal keyword or nearly the same text says for certain that one of the two should go. */
export const kindOf = (found: Comparison): Kind => (found.samePrimary || isNearBody(found) ? 'consolidate' : 'compare')

function twinKey({ id, subject: { minhash, signal } }: Entry): string {
  if (minhash === undefined) return id
  const body = Buffer.from(minhash.buffer, minhash.byteOffset, minhash.byteLength).toString('latin1')
  return `${[...signal.tokens].toSorted().join(' ')}\n${[...signal.editions.issues].join(' ')}\n${body}`
}

const idsOf = (entries: readonly Entry[] = []) => entries.map(({ id }) => id)

function groupOf(kind: Kind, ids: readonly string[], pairs: readonly PairOfItems[]): Group {
  const reasons = new Map<Reason['code'], number>()
  for (const { code, value } of pairs.flatMap((pair) => pair.reasons))
    reasons.set(code, Math.max(reasons.get(code) ?? 0, value))
  const sorted = pairs.toSorted((a, b) => b.score - a.score)
  return {
    kind,
    ids: ids.toSorted(),
    score: sorted[0]?.score ?? 0,
    reasons: reasonCodes.flatMap((code) => {
      const value = reasons.get(code)
      return value === undefined ? [] : [{ code, value }]
    }),
    ...(ids.length > 2 ? { pairs: sorted.slice(0, shownPairs) } : {}),
  }
}

function pairOf(entries: readonly Entry[], { one, other, strength, comparison }: Edge): PairOfItems {
  return {
    ids: [entries[one]?.id ?? '', entries[other]?.id ?? ''],
    score: rounded(strength),
    reasons: reasonsOf(comparison),
  }
}

function pairOfTwins([first, second]: readonly Entry[]): PairOfItems {
  const reasons: Reason[] = [{ code: 'near_duplicate_body', value: 1 }]
  return { ids: [first?.id ?? '', second?.id ?? ''], score: 1, reasons }
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
  return told.filter((reason) => reason !== false).map(({ code, value }) => ({ code, value: rounded(value) }))
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
