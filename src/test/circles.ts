import type { Import } from './floors.ts'

/** The groups of files of which each reaches every other (Tarjan's strongly connected components), and files that import themselves. */
export function circlesOf(imports: readonly Pick<Import, 'from' | 'to'>[]): string[][] {
  const graph = new Map<string, string[]>()
  for (const { from, to } of imports) graph.set(from, [...(graph.get(from) ?? []), to])

  const circles: string[][] = []
  const index = new Map<string, number>()
  const stack: string[] = []
  const onStack = new Set<string>()

  function visit(file: string): number {
    let low = index.size
    index.set(file, low)
    stack.push(file)
    onStack.add(file)
    for (const next of graph.get(file) ?? []) {
      const seen = index.get(next)
      if (seen === undefined) low = Math.min(low, visit(next))
      else if (onStack.has(next)) low = Math.min(low, seen)
    }
    if (low === index.get(file)) closeGroup(file)
    return low
  }

  function closeGroup(root: string): void {
    const group = stack.splice(stack.indexOf(root))
    for (const file of group) onStack.delete(file)
    if (group.length > 1 || graph.get(root)?.includes(root) === true) circles.push(group.toSorted())
  }

  for (const file of graph.keys()) if (!index.has(file)) visit(file)
  return circles.toSorted((a, b) => b.length - a.length || a.join().localeCompare(b.join()))
}
