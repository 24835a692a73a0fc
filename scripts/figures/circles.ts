import { type Import, importsOf } from '#test/floors.ts'

import type { Checkout } from './checkout.ts'
import type { Section } from './figures.ts'

/** Circular imports: those of values, and those that only types close. */
export function circleFigures({ product }: Checkout): Section {
  const imports = product.flatMap(({ file, text }) => importsOf(file, text))
  const ofValues = circlesOf(imports.filter(({ isType }) => !isType))
  const ofAll = circlesOf(imports)
  const known = new Set(ofValues.map((circle) => circle.join()))
  const ofTypes = ofAll.filter((circle) => !known.has(circle.join()))
  return {
    title: 'circles of imports',
    numbers: { 'with values': ofValues.length, 'closed by types alone': ofTypes.length },
    details: [
      ...ofValues.map((circle) => `values: ${circle.join(' - ')}`),
      ...ofTypes.map((circle) => `types: ${circle.join(' - ')}`),
    ],
  }
}

/** Groups of files that all reach one another (Tarjan's strongly connected components), and files that import themselves. */
function circlesOf(imports: readonly Pick<Import, 'from' | 'to'>[]): string[][] {
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
