/** `consolidate`: one should lead to the other; `compare`: a person decides what each of them is for. */
export type Kind = 'consolidate' | 'compare'
export const kinds = ['consolidate', 'compare'] as const satisfies readonly Kind[]

type Edge = { one: number; other: number; strength: number; kind: Kind }

/**
 * Groups of which every two members are joined by an edge of the same kind; each edge is in one group. The strongest edge
 * begins, and the group takes in what is joined with all of its members.
 */
export function cliquesOf<E extends Edge>(edges: readonly E[]): { kind: Kind; members: number[]; edges: E[] }[] {
  return kinds.flatMap((kind) => {
    const left = new Map(edges.filter((edge) => edge.kind === kind).map((edge) => [nameOf(edge.one, edge.other), edge]))
    const neighbours = new Map<number, Set<number>>()
    for (const { one, other } of left.values()) {
      put(neighbours, one, other)
      put(neighbours, other, one)
    }
    const cliques: { kind: Kind; members: number[]; edges: E[] }[] = []
    for (const { one, other } of [...left.values()].toSorted(byStrength)) {
      if (!left.has(nameOf(one, other))) continue
      const members = [one, other]
      for (const next of neighbours.get(one) ?? [])
        if (!members.includes(next) && members.every((member) => left.has(nameOf(member, next)))) members.push(next)
      const own = members.flatMap((a, at) => members.slice(at + 1).flatMap((b) => left.get(nameOf(a, b)) ?? []))
      for (const edge of own) left.delete(nameOf(edge.one, edge.other))
      cliques.push({ kind, members, edges: own })
    }
    return cliques
  })
}

const nameOf = (a: number, b: number) => (a < b ? `${a} ${b}` : `${b} ${a}`)
const byStrength = (a: Edge, b: Edge) => b.strength - a.strength || a.one - b.one || a.other - b.other

function put(map: Map<number, Set<number>>, key: number, value: number): void {
  const found = map.get(key)
  if (found === undefined) map.set(key, new Set([value]))
  else found.add(value)
}
