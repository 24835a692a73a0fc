/** What the paths of interfaces begin with; every other path is the web application's. */
export const roots = [
  'v1',
  'v2',
  'mcp',
  'media',
  'app',
  'healthz',
  'readyz',
  'exports',
  'r',
  'collect',
  'oauth',
  '.well-known',
] as const
export type Root = (typeof roots)[number]

/** The face that answers a path, as metrics and traces name it: callers can make up any number of paths. */
export function faceName(path: string): Root | 'web' {
  const [start, first = ''] = path.split('/', 2)
  return (start === '' ? roots.find((root) => root === first) : undefined) ?? 'web'
}
