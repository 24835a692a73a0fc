import { type NextRequest, NextResponse } from 'next/server'

import { findArticle, findRedirect, pathOf } from './lib/masthead.ts'

export const config = { matcher: '/((?!_next/|api/|sitemap\\.xml|favicon\\.ico).+)' }

// A page that is kept is shown even when Masthead does not answer.
const longestWait = 2000

/**
 * Old addresses lead on, and an article has one address only. This is done before a page is made: where Next.js keeps a page
 * that redirects, its answer has `Location` twice (vercel/next.js#82117), which many proxies join into one address.
 */
export async function proxy({ nextUrl, url }: NextRequest): Promise<NextResponse> {
  const target = await leadFrom(nextUrl.pathname).catch((error: unknown) => console.error(error))
  return target ? NextResponse.redirect(new URL(target, url), 308) : NextResponse.next()
}

/** Where a path leads; undefined where it is the address of its article, or where nothing is known about it. */
async function leadFrom(path: string): Promise<string | undefined> {
  const signal = AbortSignal.timeout(longestWait)
  const segments = path.split('/').filter(Boolean).map(decodeURIComponent)
  const article = await findArticle(segments.at(-1) ?? '', signal)
  const target = article ? pathOf(article.url) : await findRedirect(path, signal)
  // An article with a canonical URL elsewhere is shown here, at any path that ends with its slug.
  if (target === undefined || (article && !target.startsWith('/'))) return undefined
  return target === `/${segments.map(encodeURIComponent).join('/')}` ? undefined : target
}
