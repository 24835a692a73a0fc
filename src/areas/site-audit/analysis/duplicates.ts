import { bandsOf, likeness, storedSignature } from '#areas/checks/index.ts'
import { duplicateKey } from '#areas/site-audit/rules/page-rules.ts'
import { type Finding, mostEvidence } from '#areas/site-audit/rules/rule-table.ts'
import type { Parts } from '#std/parts.ts'

import { isContent, type SiteNode } from './site-nodes.ts'

type Found = { node: SiteNode; finding: Finding }

const comparedWords = 50
const alike = 0.85
/** Within a band, each page is compared with so many before it. */
const reach = 50

/** Pages that are looked at between two turns of others; of the more expensive comparison of texts one is. */
const partPages = 200

/** Pages that say the same as another (titles, descriptions, texts), in parts between which others can have their turn. */
export function* findingDuplicates(
  nodes: readonly SiteNode[],
  signatures: ReadonlyMap<number, Buffer>,
): Parts<Found[]> {
  const pages = nodes.filter((node) => isContent(node) && node.isListed)
  const indexed = pages.filter(({ indexable }) => indexable)
  const variants = parameterVariants(pages)
  const rest = indexed.filter((node) => !variants.has(node) && node.wordCount >= comparedWords)
  yield
  return [
    ...(yield* sameText(indexed, 'title_duplicate', ({ facts }) => duplicateKey(facts?.title ?? null))),
    ...(yield* sameText(indexed, 'description_duplicate', ({ facts }) => duplicateKey(facts?.description ?? null))),
    ...[...variants].map(([node, others]) => found(node, 'parameters_duplicated', { others: urls(others, node) })),
    ...(yield* sameText(
      rest,
      'exact_duplicate',
      ({ contentHash }) => contentHash,
      (others) => others.map(({ url }) => ({ url, similarity: 1 })),
    )),
    ...(yield* nearDuplicates(rest, signatures)),
  ]
}

const found = (node: SiteNode, rule: Finding['rule'], evidence: Finding['evidence']): Found => ({
  node,
  finding: { rule, evidence },
})
/** The first of a group that are shown with one of it: never the one itself. */
const othersOf = (group: readonly SiteNode[], besides: SiteNode) =>
  group
    .slice(0, mostEvidence + 1)
    .filter((one) => one !== besides)
    .slice(0, mostEvidence)
const urls = (nodes: readonly SiteNode[], besides: SiteNode) => othersOf(nodes, besides).map(({ url }) => url)

function* sameText(
  nodes: readonly SiteNode[],
  rule: Finding['rule'],
  keyOf: (node: SiteNode) => string | null,
  show: (others: SiteNode[]) => unknown[] = (others) => others.map(({ url }) => url),
): Parts<Found[]> {
  const groups = new Map<string, SiteNode[]>()
  for (const [at, node] of nodes.entries()) {
    if (at % partPages === partPages - 1) yield
    const key = keyOf(node)
    if (key === null) continue
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [node])
    else group.push(node)
  }
  const all: Found[] = []
  for (const group of groups.values())
    for (const node of group) {
      if (group.length < 2) continue
      if (all.length % partPages === partPages - 1) yield
      all.push(found(node, rule, { others: show(othersOf(group, node)) }))
    }
  return all
}

/** Addresses of one page that differ in their query only, each with the others. */
function parameterVariants(pages: readonly SiteNode[]): Map<SiteNode, SiteNode[]> {
  const own = pages.filter(
    ({ canonical, url, contentHash }) => contentHash !== null && (canonical === null || canonical === url),
  )
  const variants = new Map<SiteNode, SiteNode[]>()
  for (const group of Map.groupBy(own, ({ url, contentHash }) => `${contentHash} ${url.split('?', 1)[0]}`).values()) {
    if (group.length < 2) continue
    for (const node of group) if (node.url.includes('?')) variants.set(node, group)
  }
  return variants
}

function* nearDuplicates(nodes: readonly SiteNode[], signatures: ReadonlyMap<number, Buffer>): Parts<Found[]> {
  const minhashes = new Map<SiteNode, Uint32Array | undefined>()
  for (const [at, node] of nodes.entries()) {
    if (at % partPages === partPages - 1) yield
    minhashes.set(node, storedSignature(signatures.get(node.at) ?? null))
  }
  const bands = new Map<string, SiteNode[]>()
  const others = new Map<SiteNode, Map<string, number>>()
  for (const [node, minhash] of minhashes) {
    if (minhash === undefined) continue
    yield
    const candidates = new Set<SiteNode>()
    for (const [band, hash] of bandsOf(minhash).entries()) {
      const name = `${band} ${hash}`
      const places = bands.get(name) ?? []
      for (const one of places.slice(-reach)) candidates.add(one)
      places.push(node)
      bands.set(name, places)
    }
    for (const other of candidates) {
      const similarity = node.contentHash === other.contentHash ? 0 : likeness(minhash, minhashes.get(other))
      if (similarity < alike) continue
      put(others, node, [other.url, similarity])
      put(others, other, [node.url, similarity])
    }
  }
  return [...others].map(([node, near]) =>
    found(node, 'near_duplicate', {
      others: [...near]
        .map(([url, similarity]) => ({ url, similarity: Math.round(similarity * 100) / 100 }))
        .toSorted((a, b) => b.similarity - a.similarity)
        .slice(0, mostEvidence),
    }),
  )
}

function put(others: Map<SiteNode, Map<string, number>>, node: SiteNode, [url, similarity]: readonly [string, number]) {
  const known = others.get(node) ?? new Map<string, number>()
  others.set(node, known.set(url, similarity))
}
