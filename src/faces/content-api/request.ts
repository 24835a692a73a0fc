/** A parsed request target: the path as decoded and as encoded segments, and the query. */
export type Target = {
  segments: readonly string[]
  encoded: readonly string[]
  /** Without `?`, as received, except for characters that no header may contain. */
  query: string
  parameters: URLSearchParams
}

/** Undefined: the path has a percent sequence that is not UTF-8, so it names nothing. */
export function targetOf(url: string): Target | undefined {
  const [beforeFragment = ''] = url.split('#', 1)
  const mark = beforeFragment.indexOf('?')
  const path = mark === -1 ? beforeFragment : beforeFragment.slice(0, mark)
  const query = mark === -1 ? '' : beforeFragment.slice(mark + 1)
  const encoded = path.split('/').slice(1)
  try {
    return {
      segments: encoded.map((segment) => decodeURIComponent(segment)),
      encoded: encoded.map((segment) => encodeURIComponent(decodeURIComponent(segment))),
      query: query.toWellFormed().replace(/[^\u0021-\u007e]/gu, encodeURIComponent),
      parameters: new URLSearchParams(query),
    }
  } catch (error) {
    if (error instanceof URIError) return undefined
    throw error
  }
}
