import { ownFieldsKey } from '#areas/exchange/formats/wxr.ts'
import { readOwnFields } from '#areas/exchange/own-fields.ts'
import { isHttpUrl } from '#std/urls.ts'

import { cleanText, plainText } from './import-text.ts'
import type { Remark } from './record.ts'
import type { WxrEntry } from './wxr-entries.ts'

type Meta = Extract<WxrEntry, { kind: 'item' }>['meta']

/** The fields of an item that plug-ins for search engines keep as texts, with the keys of Yoast SEO and Rank Math. */
const texts = {
  seoTitle: ['rank_math_title'],
  metaDescription: ['rank_math_description'],
  canonicalUrl: ['_yoast_wpseo_canonical', 'rank_math_canonical_url'],
  ogTitle: ['_yoast_wpseo_opengraph-title', 'rank_math_facebook_title'],
  ogDescription: ['_yoast_wpseo_opengraph-description', 'rank_math_facebook_description'],
  twitterTitle: ['_yoast_wpseo_twitter-title', 'rank_math_twitter_title'],
  twitterDescription: ['_yoast_wpseo_twitter-description', 'rank_math_twitter_description'],
} as const
const keywords = ['_yoast_wpseo_focuskw', 'rank_math_focus_keyword']
const noindex = '_yoast_wpseo_meta-robots-noindex'
const nofollow = '_yoast_wpseo_meta-robots-nofollow'
const robots = 'rank_math_robots'

/** The keys of metadata that are read here. */
export const seoKeys: readonly string[] = [
  ...Object.values(texts).flat(),
  ...keywords,
  noindex,
  nofollow,
  robots,
  ownFieldsKey,
]

/**
 * What a post says to search engines and networks, and the fields that an export of Masthead kept, by their names in Masthead
 * (exchange.md#plugins-for-search-engines). A value that an item cannot have gets a remark.
 */
export function seoFieldsOf(meta: Meta, remarks: Remark[]): Record<string, unknown> {
  const value = (key: string) => valueIn(meta, key)
  const said = (keys: readonly string[]) => keys.map((key) => wordsOf(value(key))).find((text) => text !== '')
  const found: Record<string, unknown> = Object.fromEntries(
    Object.entries(texts).flatMap(([field, keys]) => {
      const text = said(keys)
      return text === undefined ? [] : [[field, text]]
    }),
  )
  const canonical = found['canonicalUrl']
  if (typeof canonical === 'string' && !isHttpUrl(canonical)) delete found['canonicalUrl']
  const [primaryKeyword = '', ...secondaryKeywords] = (said(keywords) ?? '').split(',').map((word) => word.trim())
  if (primaryKeyword !== '') found['primaryKeyword'] = primaryKeyword
  if (secondaryKeywords.length > 0) found['secondaryKeywords'] = secondaryKeywords
  const hidden = {
    ...(value(noindex) === '1' || value(robots).includes('"noindex"') ? { noindex: true } : {}),
    ...(value(nofollow) === '1' || value(robots).includes('"nofollow"') ? { nofollow: true } : {}),
  }
  if (Object.keys(hidden).length > 0) found['robots'] = hidden
  return readOwnFields({ ...found, ...ownOf(value(ownFieldsKey), remarks) }, (field) =>
    remarks.push({ code: 'value_ignored', message: `"${field}" is not in the form of Masthead's field` }),
  )
}

/** The article type that Masthead wrote. */
export function writtenTypeOf(meta: Meta): string | null {
  const { articleType } = { articleType: null, ...ownOf(valueIn(meta, ownFieldsKey), []) }
  return typeof articleType === 'string' ? articleType : null
}

function valueIn(meta: Meta, key: string): string {
  return meta.find(([name]) => name === key)?.[1].trim() ?? ''
}

// The templates of the plug-ins, `%%title%%` and `%title%`, mean nothing outside WordPress.
function wordsOf(text: string): string {
  return /%[a-z_]+%/i.test(text) ? '' : cleanText(plainText(text)).trim()
}

function ownOf(text: string, remarks: Remark[]): object {
  if (text === '') return {}
  try {
    const fields: unknown = JSON.parse(text)
    return typeof fields === 'object' && fields !== null ? fields : {}
  } catch {
    remarks.push({ code: 'value_ignored', message: `"${ownFieldsKey}" is not JSON` })
    return {}
  }
}
