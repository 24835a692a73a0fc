// Lists tests by what they reach: `node --conditions=source scripts/list-tests.ts on-database` those that a database server can
// change, `... changed [ref]` those that what differs from a commit (main, where none is named) can break. Prints JSON.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

import { readGraph, readScreenGraph } from '#test/import-graph.ts'

const root = join(import.meta.dirname, '..')
const graph = readGraph()
const screens = readScreenGraph()
const tests = [...graph.files.keys()].filter((file) => /\.test\.tsx?$/.test(file))
const specs = [...graph.files.keys()].filter((file) => file.endsWith('.spec.ts'))

/** What decides how every test runs. */
const everything =
  /^(package(-lock)?\.json|tsconfig\.json|vitest\.config\.ts|src\/test\/(global-setup|set-up-file)\.ts)$/
/** Cited by the test files of what is above every statement, or beside all of them. */
const onOneEngine = 'tests.md#one-engine-is-enough'
const everyScreen = /^(playwright\.config\.mjs|vite\.config\.ts|src\/(faces\/app|main\/http)\/)/

const [what, ref = 'main'] = process.argv.slice(2)
console.log(JSON.stringify(what === 'changed' ? changedSince(ref) : onDatabase()))

/**
 * The tests that reach the one file which knows the server of DATABASE_URL, unless one engine is enough: no other can notice it. Of
 * the browser specs those in which several windows work at the same time, or a server starts on nothing
 * (tests.md#what-a-server-can-change).
 */
function onDatabase() {
  const isOnDatabase = (spec: string) => /\b(newContext|newPage|startFreshServer)\(/.test(graph.files.get(spec) ?? '')
  const canNotice = (test: string) =>
    graph.reachFrom(test).has('platform/database/test-server.ts') && !graph.files.get(test)?.includes(onOneEngine)
  return {
    unit: tests.filter(canNotice).map(inSource),
    browser: specs.filter(isOnDatabase).map(inSource),
  }
}

function changedSince(commit: string) {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  const base = git('merge-base', commit, 'HEAD')[0] ?? commit
  const files = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]
  return {
    files,
    unit: tests.filter((test) => files.some((file) => canBreak(file, test))).map(inSource),
    browser: specs.filter((spec) => files.some((file) => canBreakSpec(file, spec))).map(inSource),
    bundle: files.some((file) => file.startsWith('src/web/') || file === 'vite.config.ts'),
  }
}

function canBreak(file: string, test: string): boolean {
  if (everything.test(file)) return true
  const reached = graph.reachFrom(test)
  if (file.startsWith('src/') && reached.has(file.slice('src/'.length))) return true
  // What reads all sources, or other files by their names.
  return [...reached].some((one) => {
    if (!one.startsWith('test/') && one !== test) return false
    const text = graph.files.get(one) ?? ''
    return (file.startsWith('src/') && /\breadSources\(/.test(text)) || names(text, file)
  })
}

function canBreakSpec(file: string, spec: string): boolean {
  if (everything.test(file) || everyScreen.test(file) || file.startsWith('migrations/')) return true
  return file.startsWith('src/') && screens.reachFrom(spec).has(file.slice('src/'.length))
}

/** Whether a text names a file that is no source, or a folder that it is in. */
function names(text: string, file: string): boolean {
  if (/^src\/.*\.tsx?$/.test(file)) return false
  const parts = file.split('/')
  const folders = parts.slice(0, -1).map((_, index) => parts.slice(0, index + 1).join('/'))
  return [parts.at(-1) ?? file, ...folders].some((part) => text.includes(`/${part}`) || text.includes(`'${part}`))
}

function inSource(file: string): string {
  return `src/${file}`
}
