import { z } from 'zod'

import { parsed } from '#connectors/request.ts'
import type { CmsPicture, CmsTerm, Uploads } from '#kernel/cms-connector.ts'
import type { Connection } from '#kernel/connection.ts'
import { decodePercent } from '#std/percent.ts'

import { call, label, TermExists } from './wordpress-api.ts'

const terms = z.array(z.object({ id: z.int(), slug: z.string() }))
const created = z.object({ id: z.int() })

/** The ids of terms, found by slug and else made. */
export async function termIds(
  connection: Connection,
  taxonomy: 'categories' | 'tags',
  wanted: readonly CmsTerm[],
): Promise<number[]> {
  if (wanted.length === 0) return []
  const slugs = wanted.map(({ slug }) => slug)
  const query = { slug: slugs.join(','), per_page: '100', _fields: 'id,slug' }
  // What is not ASCII is percent-encoded there.
  const known = new Map(
    parsed(terms, await call(connection, `/wp/v2/${taxonomy}`, { query }), label).map(({ id, slug }) => [
      decodePercent(slug),
      id,
    ]),
  )
  const ids: number[] = []
  for (const term of wanted) ids.push(known.get(term.slug) ?? (await makeTerm(connection, taxonomy, term)))
  return ids
}

async function makeTerm(connection: Connection, taxonomy: string, { name, slug }: CmsTerm): Promise<number> {
  try {
    const answer = await call(connection, `/wp/v2/${taxonomy}`, { method: 'POST', json: { name, slug } })
    return parsed(created, answer, label).id
  } catch (error) {
    // Somebody made it meanwhile, or another slug has this name.
    if (error instanceof TermExists) return error.termId
    throw error
  }
}

/** The media id of a picture, uploaded unless it was before. `anew`: what was uploaded is gone there. */
export async function mediaId(
  connection: Connection,
  { picture, uploads, anew = false }: { picture: CmsPicture; uploads: Uploads; anew?: boolean },
): Promise<number> {
  const known = anew ? undefined : await uploads.find(picture.checksum)
  if (known !== undefined) return Number(known)
  const { id } = parsed(
    created,
    await call(connection, '/wp/v2/media', {
      method: 'POST',
      bytes: await picture.read(),
      headers: {
        'content-type': picture.mimeType,
        'content-disposition': `attachment; filename="${picture.fileName.replaceAll(/[^\w.-]/g, '-')}"`,
      },
    }),
    label,
  )
  await uploads.keep(picture.checksum, String(id))
  if (picture.alt !== '')
    await call(connection, `/wp/v2/media/${id}`, { method: 'POST', json: { alt_text: picture.alt } })
  return id
}
