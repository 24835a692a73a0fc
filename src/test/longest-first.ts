import { relative, resolve } from 'node:path'

import { BaseSequencer, type TestSpecification } from 'vitest/node'

import { readGraph } from './import-graph.ts'

const source = resolve(import.meta.dirname, '..')
/** What makes a file long, the longest first: processes of its own, then servers of its own. */
const heavy = ['test/server-process.ts', 'test/server.ts']

/**
 * Runs the longest files first, so that no worker ends up alone with one of them: by how long they took in the last run, as
 * vitest does, and where nothing is known of that by what they start.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // The method of vitest, not of arrays.
    // oxlint-disable-next-line unicorn/no-array-sort
    const sorted = await super.sort(files)
    if (files.every((file) => this.ctx.cache.getTestSpecificationResult(file) !== undefined)) return sorted
    const graph = readGraph()
    const weightOf = ({ moduleId }: TestSpecification) => {
      const reached = graph.reachFrom(relative(source, moduleId))
      const found = heavy.findIndex((file) => reached.has(file))
      return found === -1 ? heavy.length : found
    }
    const weights = new Map(sorted.map((file) => [file, weightOf(file)]))
    return sorted.toSorted((one, other) => (weights.get(one) ?? 0) - (weights.get(other) ?? 0))
  }
}
