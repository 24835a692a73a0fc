import { z } from 'zod'

import { redirectOutput, siteOf } from '#areas/addresses/index.ts'
import { allCollections } from '#areas/collections/index.ts'
import { fromPathInput, fromPathOf, requireNoLiveItem, storeManualRedirect } from '#areas/seo/manual-redirect.ts'
import { manualTarget } from '#areas/seo/manual-target.ts'
import { tellRedirect } from '#areas/seo/tell-redirect.ts'
import { operation } from '#kernel/operation.ts'
import { id, url } from '#kernel/schema.ts'

export const createRedirect = operation({
  name: 'createRedirect',
  title: 'Redirect a path',
  summary: 'Redirects a path of the website to an item or URL (308), replacing an older redirect of the path.',
  scope: 'content:publish',
  risk: 'publish',
  errors: ['not_found', 'slug_taken', 'redirect_loop'],
  examples: [
    { title: 'To an item', input: { fromPath: '/2019/old-post', toItemId: 'itm_01jzz0000000000000000000zz' } },
  ],
  input: z
    .strictObject({
      fromPath: fromPathInput,
      toItemId: id('item').optional(),
      toUrl: url().optional(),
    })
    .refine(({ toItemId, toUrl }) => (toItemId === undefined) !== (toUrl === undefined), {
      path: ['toItemId'],
      message: 'Give exactly one of toItemId and toUrl',
    }),
  output: z.object({ redirect: redirectOutput }),

  async handle(ctx, { fromPath: given, ...to }) {
    const { db, checks, baseUrl, access } = ctx
    const site = await siteOf({ db, baseUrl, organizationId: access.organization.id })
    const place = { db, checks, site, collections: await allCollections(db) }
    const fromPath = fromPathOf(given)
    await requireNoLiveItem(place, fromPath)
    const target = await manualTarget(place, fromPath, to)

    const redirect = await storeManualRedirect(place, { fromPath, to: target })

    await tellRedirect(ctx, redirect, 'stored')
    return { redirect }
  },
})
