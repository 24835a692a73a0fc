import { isNoneMatch } from '#faces/if-none-match.ts'
import type { Encoding } from '#faces/packing.ts'
import { weightsOf } from '#faces/weights.ts'
import { remember } from '#std/remember.ts'

/** The encodings of an answer, with the suffix of their ETag. */
export const etagSuffix = { identity: '', gzip: '-gz', br: '-br' } as const satisfies Record<Encoding, string>

/** The media type of a JSON answer: JSON:API's own where `Accept` asks for it. */
export const mediaTypeFor = remember((accept: string | undefined): string => {
  const weights = weightsOf(accept)
  const api = weights.get(jsonApi) ?? 0
  return api > 0 && api >= (weights.get('application/json') ?? 0) ? jsonApi : 'application/json; charset=utf-8'
})

/** Whether `If-None-Match` names the answer with this hash, in any encoding. */
export function isKnown(header: string | undefined, hash: string): boolean {
  if (header === undefined) return false
  // A client repeats what it was given, as a rule.
  if (header.startsWith(hash, 1) && header.startsWith('"') && header.endsWith('"') && isTag(header, hash)) return true
  return isNoneMatch(header, ...Object.values(etagSuffix).map((suffix) => `"${hash}${suffix}"`))
}

function isTag(header: string, hash: string): boolean {
  const suffix = header.slice(hash.length + 1, -1)
  return suffix === '' || suffix === etagSuffix.gzip || suffix === etagSuffix.br
}

const jsonApi = 'application/vnd.api+json'
