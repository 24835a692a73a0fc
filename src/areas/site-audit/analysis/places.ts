import { sql } from 'kysely'

import type { Reader } from '#kernel/database.ts'
import type { JobCtx } from '#kernel/job.ts'

import type { SiteAround } from './page-findings.ts'
import type { SiteNodes } from './site-nodes.ts'

/** Pages that are written at once. */
const slice = 200

/** A run of some pages does not see where they stand: that stays as the last full run saw it, else the last of all. */
export async function keepPlaces(db: Reader, runId: string, { byUrl }: SiteNodes): Promise<void> {
  const rows = await db
    .selectFrom('site_audit_page as p')
    .innerJoin('site_audit_run as r', 'r.id', 'p.run_id')
    .distinctOn('p.url')
    .select(['p.url', 'p.inlinks', 'p.depth', 'p.in_sitemap'])
    .where('p.url', '=', sql<string>`any(${[...byUrl.keys()]})`)
    .where('p.run_id', '<>', runId)
    .where('p.is_listed', '=', true)
    .where('r.state', '=', 'succeeded')
    .orderBy('p.url')
    .orderBy(sql`r.scope = 'full'`, 'desc')
    .orderBy('p.run_id', 'desc')
    .execute()
  for (const { url, inlinks, depth, in_sitemap: inSitemap } of rows) {
    const node = byUrl.get(url)
    if (node === undefined) continue
    node.inlinks = Math.max(inlinks, node.inlinks)
    node.depth = depth
    node.inSitemap = inSitemap
  }
}

/** Writes where all pages of a run stand, a few at a time. */
export async function writePlaces(ctx: JobCtx, runId: string, { nodes, way }: SiteAround): Promise<void> {
  for (let at = 0; at < nodes.list.length; at += slice) {
    const rows = nodes.list.slice(at, at + slice).map((node) => ({
      id: node.id,
      inlinks: node.inlinks,
      depth: node.depth,
      sitemap: node.inSitemap,
      chain: way(node).chain,
    }))
    await ctx.write(async ({ db }) => {
      await sql`
        update app.site_audit_page p set inlinks = v.inlinks, depth = v.depth, in_sitemap = v.sitemap, redirect_chain = v.chain
        from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
          as v(id text, inlinks integer, depth integer, sitemap boolean, chain jsonb)
        where p.run_id = ${runId} and p.id = v.id`.execute(db)
    })
  }
}
