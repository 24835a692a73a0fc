/** What the manifest of a build says of one module. */
export type Chunk = { file: string; imports?: string[]; isEntry?: true }
/** The files of a screen beside those that every page names, by the pattern of its address: `*` stands for one part of it. */
export type RouteFiles = Record<string, string[]>

/**
 * Which files the screens of an organization load, by the sources of their routes (`src/web/app/*-routes.ts`) and the manifest of the
 * build, whose modules are named from `src/web` (web.md#asked-before-it-is-there).
 */
export function routeFilesOf(sources: readonly string[], manifest: Readonly<Record<string, Chunk>>): RouteFiles {
  const entries = Object.keys(manifest).filter((name) => manifest[name]?.isEntry)
  const everywhere = new Set(entries.flatMap((name) => [...filesOf(name, manifest)]))
  const routes = sources.flatMap((source) => source.split('createRoute({').slice(1).flatMap(routeIn))
  return Object.fromEntries(
    routes.map(({ address, modules }) => {
      const files = new Set(modules.flatMap((name) => [...filesOf(name, manifest)]))
      return [address, [...files].filter((file) => !everywhere.has(file))]
    }),
  )
}

/** Below which address a route is. What is around it belongs to what every page names. */
const parents: Readonly<Record<string, string>> = {
  organization: '/o/*',
  settingsFrame: '/o/*/settings',
}

function routeIn(text: string): { address: string; modules: string[] }[] {
  const part = (pattern: RegExp) => pattern.exec(text)?.[1] ?? ''
  const parent = parents[part(/getParentRoute: \(\) => (\w+)/)]
  const [path, screen] = [part(/\bpath: '([^']+)'/), part(/import\('#web\/([^']+)'\)/)]
  if (parent === undefined || screen === '') return []
  const address = parent + path.replace(/\/$/, '').replace(/\{?-?\$\w+\}?/g, '*')
  return [{ address, modules: [screen] }]
}

/** The file of a module and of everything that it statically imports. */
function filesOf(name: string, manifest: Readonly<Record<string, Chunk>>, seen = new Set<string>()): Set<string> {
  const chunk = manifest[name]
  if (chunk === undefined || seen.has(chunk.file)) return seen
  seen.add(chunk.file)
  for (const imported of chunk.imports ?? []) filesOf(imported, manifest, seen)
  return seen
}
