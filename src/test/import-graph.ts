import { dirname, join, relative } from 'node:path'

import { importsOf, readSources } from './floors.ts'

/** What each file of `src` makes run: what it imports, and the sources, operations and screens that it names in a text. */
export type Graph = {
  files: ReadonlyMap<string, string>
  /** A file and all that it leads to. */
  reachFrom(file: string): ReadonlySet<string>
}

const source = join(import.meta.dirname, '..')

export function readGraph(files = readSources()): Graph {
  const edges = new Map([...files].map(([file, text]) => [file, edgesOf(file, text, files)]))
  return { files, reachFrom: (file) => reach(edges, [file]) }
}

/** The browser specs lead, by the addresses that they open, to screens, and these to the operations that they call. */
export function readScreenGraph(files = readSources()): Graph {
  const routes = [...files.keys()].filter((file) => /^web\/app\/([a-z-]+-)?route(r|s)?\.ts$/.test(file))
  const screens = routes.flatMap((file) => screensOf(files.get(file) ?? ''))
  const operations = operationsOf(files)
  const edges = new Map(
    [...files].map(([file, text]) => {
      if (routes.includes(file)) return [file, []] as const
      if (file.endsWith('.spec.ts')) {
        const opened = screens.filter(({ address }) => text.includes(address)).map(({ file: screen }) => screen)
        return [file, [...importsAt(file, text, files), ...opened, 'web/app/main.tsx', ...routes]] as const
      }
      const called = file.startsWith('web/') ? textsIn(text).flatMap((name) => operations.get(name) ?? []) : []
      return [file, [...importsAt(file, text, files), ...called]] as const
    }),
  )
  return { files, reachFrom: (file) => reach(edges, [file]) }
}

function edgesOf(file: string, text: string, files: ReadonlyMap<string, string>): string[] {
  const named = textsIn(text).filter((one) => /\.tsx?$/.test(one) && !one.startsWith('#'))
  const near = named.map((one) => relative(source, join(source, dirname(file), one)))
  const fromRoot = named.filter((one) => one.startsWith('src/')).map((one) => one.slice('src/'.length))
  const started = textsIn(text).includes('bin/program.js') ? ['main/cli.ts'] : []
  return [...importsAt(file, text, files), ...[...near, ...fromRoot, ...started].filter((one) => files.has(one))]
}

function importsAt(file: string, text: string, files: ReadonlyMap<string, string>): string[] {
  return importsOf(file, text)
    .filter(({ to, isType }) => !isType && files.has(to))
    .map(({ to }) => to)
}

/** The address of each screen without its parameters, and the file that shows it. */
function screensOf(routes: string): { address: string; file: string }[] {
  const found = routes.matchAll(/path: '(?<path>[^']+)'(?<rest>(?:(?!path: ').)*?)import\('#(?<file>[^']+)'\)/gs)
  return [...found].map(({ groups = {} }) => ({
    address: (groups['path'] ?? '').replaceAll(/\/?\$\w+/g, '').replace(/^\/o\//, '/'),
    file: groups['file'] ?? '',
  }))
}

/** Operations and procedures by name, from the names of their files. */
function operationsOf(files: ReadonlyMap<string, string>): Map<string, string> {
  const inside = [...files.keys()].filter((file) => /^areas\/[^/]+\/(operations|procedures)\/[a-z-]+\.ts$/.test(file))
  return new Map(
    inside.map((file) => {
      const name = file.replace(/^.*\/|\.ts$/g, '').replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
      return [name, file]
    }),
  )
}

function textsIn(text: string): string[] {
  return [...text.matchAll(/'([^'\n]+)'/g)].map(([, inside = '']) => inside)
}

function reach(edges: ReadonlyMap<string, readonly string[]>, from: readonly string[]): Set<string> {
  const seen = new Set<string>()
  const next = [...from]
  for (let file = next.pop(); file !== undefined; file = next.pop()) {
    if (seen.has(file)) continue
    seen.add(file)
    next.push(...(edges.get(file) ?? []))
  }
  return seen
}
