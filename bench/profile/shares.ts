import type { Profiler } from 'node:inspector'

/** A part of the processor time of the main thread, 0 to 1, and what took most of it. */
export type Share = { of: string; part: number; mostly: readonly string[] }

/** What is told of a share, and the least that is told at all. */
const named = 3
const least = 0.02

type CallFrame = Profiler.ProfileNode['callFrame']

/**
 * What the time of a profile was spent in, the largest share first: by package, by part of the product, and what the engine does by
 * itself. Waiting counts for nothing, nor does the profiler.
 */
export function sharesOf({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Share[] {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const parts = new Map<string, Map<string, number>>()
  let total = 0
  for (const [at, id] of samples.entries()) {
    const frame = frames.get(id)
    if (frame === undefined || isNothing(frame)) continue
    const time = Math.max(0, timeDeltas[at] ?? 0)
    const functions = parts.get(ownerOf(frame)) ?? new Map<string, number>()
    parts.set(ownerOf(frame), functions)
    functions.set(frame.functionName, (functions.get(frame.functionName) ?? 0) + time)
    total += time
  }
  return [...parts]
    .map(([of, functions]) => ({ of, part: sum(functions.values()) / total, mostly: mostOf(functions) }))
    .filter(({ part }) => part >= least)
    .toSorted((a, b) => b.part - a.part)
}

function isNothing({ functionName, url }: CallFrame): boolean {
  return ['(idle)', '(root)'].includes(functionName) || url.startsWith('node:inspector')
}

function ownerOf({ functionName, url }: CallFrame): string {
  if (functionName === '(garbage collector)') return 'garbage collection'
  if (functionName === '(program)') return 'the engine itself'
  if (url === '') return 'native functions'
  if (url.startsWith('node:')) return 'Node.js'
  const [, library] = /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? []
  if (library !== undefined) return library
  const [, part = 'other'] =
    /\/((?:src|dist)\/(?:areas|platform|faces|catalog|main|work|kernel|std)(?:\/[^/.]+(?=\/))?)/.exec(url) ?? []
  return part
}

function mostOf(functions: ReadonlyMap<string, number>): string[] {
  return [...functions]
    .filter(([name]) => name !== '' && !name.startsWith('('))
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, named)
    .map(([name]) => name)
}

function sum(values: Iterable<number>): number {
  let total = 0
  for (const value of values) total += value
  return total
}
