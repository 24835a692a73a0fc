const faces = new Set(['v1', 'v2', 'mcp', 'app', 'oauth', 'media', 'exports', 'r', 'healthz', 'readyz'])

/** The face that answers a path, as metrics and traces name it: callers can make up any number of paths. */
export function faceName(path: string): string {
  const [, first = ''] = path.split('/', 2)
  return faces.has(first) ? first : 'web'
}
