import type { Reader } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { joinUrl } from '#std/urls.ts'

/**
 * Why nothing is imported from the connected CMS (exchange.md#connections-only-send), and what to call instead: with the address of the
 * one that is connected, where it is known.
 */
export async function noReadingOfCms(db: Reader): Promise<Refusal> {
  const cms = await db
    .selectFrom('integration')
    .select(['provider', 'display_name', 'settings'])
    .where('kind', '=', 'cms')
    .where('state', '!=', 'disconnected')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  if (cms === undefined) {
    const howToFix = 'Import by address, which needs no connection: wordpress_rest, rss or sitemap.'
    return new Refusal('not_connected', `No CMS is connected. ${howToFix}`, { howToFix })
  }
  const input = byAddress(cms.provider, cms.settings['siteUrl'])
  const howToFix =
    input === undefined
      ? 'Import by the address of its website: rss or sitemap.'
      : `Import by address: source ${input.source}, urlOrMediaId ${input.urlOrMediaId}.`
  return new Refusal(
    'not_connected',
    `The connection to ${cms.display_name} sends articles there and reads none. ${howToFix}`,
    { howToFix, ...(input === undefined ? {} : { alternative: { operation: 'importItems', input } }) },
  )
}

function byAddress(provider: string, siteUrl: unknown): { source: string; urlOrMediaId: string } | undefined {
  if (typeof siteUrl !== 'string') return undefined
  if (provider === 'wordpress') return { source: 'wordpress_rest', urlOrMediaId: siteUrl }
  return provider === 'ghost' ? { source: 'rss', urlOrMediaId: joinUrl(siteUrl, '/rss/') } : undefined
}
