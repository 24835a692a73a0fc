/** What a page tells search engines about itself, in `meta` or in a header. */
export type Directives = { noindex: boolean; nofollow: boolean; snippet: string | null }

const withValue = /^(?:max-snippet|max-image-preview|max-video-preview|unavailable_after)$/

/** Reads directives. A header can name the robot that one is for: only those for everybody and for Googlebot count. */
export function readDirectives(text: string | null): Directives {
  let robot = ''
  const found: string[] = []
  for (const part of (text ?? '').toLowerCase().split(',')) {
    let directive = part.trim()
    const named = /^([\w-]+)\s*:\s*(.*)$/.exec(directive)
    if (named !== null && !withValue.test(named[1] ?? '')) {
      robot = named[1] ?? ''
      directive = (named[2] ?? '').trim()
    }
    if (robot === '' || robot === 'googlebot') found.push(directive.replace(/\s+/g, ''))
  }
  const has = (...names: string[]) => found.some((one) => names.includes(one))
  return {
    noindex: has('noindex', 'none'),
    nofollow: has('nofollow', 'none'),
    snippet: found.find((one) => one === 'nosnippet' || one === 'max-snippet:0') ?? null,
  }
}
