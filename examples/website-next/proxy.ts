import { type NextRequest, NextResponse } from 'next/server'

import { below, findArticle, findRedirect, pathOf } from './lib/masthead.ts'
import { isDecodable, isSamePath, withQuery } from './lib/paths.ts'

export const config = { matcher: '/((?!_next/|api/|sitemap\\.xml|favicon\\.ico).+)' }

// A page that is kept is shown even when Masthead does not answer.
const longestWait = 2000

/**
 * Old addresses lead on, and an article has one address only. This is done before a page is made: where Next.js keeps a page
 * that redirects, its answer has `Location` twice (vercel/next.js#82117), which many proxies join into one address.
 */
export async function proxy({ nextUrl, url }: NextRequest): Promise<NextResponse> {
  const { pathname, search } = nextUrl
  if (!isDecodable(pathname)) return new NextResponse('Bad request', { status: 400 })
  const target = await leadFrom(pathname).catch((error: unknown) => console.error(error))
  return target ? NextResponse.redirect(new URL(withQuery(target, search), url), 308) : NextResponse.next()
}

/** Where a path leads; undefined where it is the address of its article, or where nothing is known about it. */
async function leadFrom(path: string): Promise<string | undefined> {
  const signal = AbortSignal.timeout(longestWait)
  const article = await findArticle(path, signal)
  const own = article && pathOf(article.url)
  if (own !== undefined && isSamePath(below(own), below(path))) return undefined
  // A redirect of this very path says more than the slug in it.
  const target = (await findRedirect(path, signal)) ?? own
  if (target === undefined || isSamePath(below(target), below(path))) return undefined
  // An article with a canonical URL elsewhere is shown here, at any path that has its slug.
  return target === own && !own.startsWith('/') ? undefined : target
}
