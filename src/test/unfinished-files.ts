import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

import type { SerializedError } from 'vitest'
import type { Reporter, TestModule, TestSpecification } from 'vitest/node'

/**
 * Writes down which files a run left without a result because a process of it ended, how that process ended, and which files
 * failed: `{files: string[], causes: string[], failed: string[]}`, or no file where all passed (tests.md#a-process-that-ends).
 */
export class UnfinishedFiles implements Reporter {
  readonly #path: string
  #files: string[] = []

  constructor(path: string) {
    this.#path = path
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#files = specifications.map(({ moduleId }) => moduleId)
    rmSync(this.#path, { force: true })
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const finished = new Set(modules.filter((one) => isFinished(one)).map(({ moduleId }) => moduleId))
    const causes = errors.map(({ message, cause }) => withoutFiles(cause?.message ?? message))
    const files = causes.length === 0 ? [] : this.#files.filter((file) => !finished.has(file))
    const failed = modules.filter((one) => one.state() === 'failed').map(({ moduleId }) => moduleId)
    if (files.length + failed.length === 0) return
    mkdirSync(dirname(this.#path), { recursive: true })
    writeFileSync(this.#path, JSON.stringify({ files, causes, failed }))
  }
}

function isFinished(module: TestModule): boolean {
  const tests = [...module.children.allTests()]
  return module.state() === 'failed' || (tests.length > 0 && tests.every((one) => one.result().state !== 'pending'))
}

/** What vitest says of the process without the names of all files that it was handed. */
function withoutFiles(message: string): string {
  return message.replace(/ while running test files? .*$/s, '')
}
