import type { Asking } from '#areas/site-audit/crawl/follow-redirects.ts'
import type { LlmsTxt } from '#areas/site-audit/json-columns.ts'
import { urlKey } from '#std/url-key.ts'

import { readLlmsTxt } from './llms-txt.ts'

const mostLinks = 100

/**
 * Reads the llms.txt of a website and asks for its own links, as far as these may be asked for; null: there is none, undefined: nobody
 * knows.
 */
export async function readLlms({ client, isOwn, mayAsk }: Asking, origin: string): Promise<LlmsTxt | null | undefined> {
  const url = `${origin}/llms.txt`
  if (!(await mayAsk(url))) return undefined
  const answer = await client.ask(url, { maxBytes: 1_000_000, cut: true })
  if ('error' in answer || answer.status >= 500) return undefined
  if (answer.status !== 200) return null
  const { problems, links } = readLlmsTxt(answer.body.toString('utf8'), answer.headers.get('content-type'))
  const own = new Set(links.flatMap((link) => urlKey(link, url) ?? []).filter(isOwn))
  for (const link of [...own].slice(0, mostLinks)) {
    if (!(await mayAsk(link))) continue
    const linked = await client.ask(link, { maxBytes: 100_000, cut: true })
    if ('error' in linked || linked.status !== 200) return { url, problems: [...problems, 'broken'] }
  }
  return { url, problems }
}
