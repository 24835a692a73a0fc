import { isSigned } from './verify.ts'

type Options = {
  secret: string
  /** `revalidatePath` of next/cache. */
  revalidatePath: (path: string) => void
  indexNow?: { key: string; endpoint?: string }
}
type Message = { data: { reason: string; urls: string[]; redirects: { from: string }[]; notifySearchEngines: boolean } }

const mostIds = 10_000

/** The handler of POST /api/revalidate, in the web's own terms. */
export function revalidation({ secret, revalidatePath, indexNow }: Options) {
  // Where several processes serve one website, keep the ids in a store that they share.
  const known = new Set<string>()
  return async function POST(request: Request): Promise<Response> {
    const body = await request.text()
    if (!isSigned(secret, request.headers, body)) return new Response(null, { status: 401 })
    const id = request.headers.get('webhook-id') ?? ''
    if (known.has(id)) return new Response(null, { status: 204 })

    const { data } = JSON.parse(body) as Message
    for (const path of pathsOf(data)) revalidatePath(path)
    // Noted once it is done: what fails on the way is sent again.
    known.add(id)
    for (const oldest of known) if (known.size > mostIds) known.delete(oldest)
    if (indexNow && data.notifySearchEngines && data.reason !== 'test')
      await tellSearchEngines(data.urls, indexNow).catch((error: Error) => console.error('IndexNow', error.message))
    return new Response(null, { status: 204 })
  }
}

function pathsOf({ urls, redirects }: Message['data']): Set<string> {
  const paths = urls.map((url) => new URL(url, 'http://website').pathname)
  return new Set([...paths, ...redirects.map(({ from }) => from)])
}

// https://<host>/<key>.txt must answer with the key.
async function tellSearchEngines(urls: string[], { key, endpoint }: NonNullable<Options['indexNow']>): Promise<void> {
  const [first] = urls
  if (first === undefined) return
  const { host } = new URL(first)
  const urlList = urls.filter((url) => new URL(url).host === host)
  await fetch(endpoint ?? 'https://api.indexnow.org/indexnow', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    body: JSON.stringify({ host, key, urlList }),
    signal: AbortSignal.timeout(5_000),
  })
}
