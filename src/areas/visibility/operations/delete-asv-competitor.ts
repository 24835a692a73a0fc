import { z } from 'zod'

import { hasStaleAnswers, lockBrand, ownBrandId, readBrands, removeBrand } from '#areas/visibility/brands.ts'
import { readAsvAnswersJob } from '#areas/visibility/jobs/read-asv-answers.ts'
import { operation } from '#kernel/operation.ts'
import { id } from '#kernel/schema.ts'

export const deleteAsvCompetitor = operation({
  name: 'deleteAsvCompetitor',
  title: 'Delete a competitor',
  summary:
    'Stops tracking a brand: it is left out of every figure, including past ones, and stored answers are read again without it. The own brand cannot be deleted.',
  scope: 'asv:write',
  risk: 'destructive',
  errors: ['not_found', 'in_use'],
  examples: [{ title: 'One brand', input: { id: 'cmp_01jzz0000000000000000000zz' } }],
  input: z.strictObject({ id: id('brand') }),
  output: z.object({ id: id('brand'), deleted: z.boolean() }),

  async handle({ db, access, start }, { id: brandId }) {
    const row = await lockBrand(db, brandId, ownBrandId(access.organization.id))
    await removeBrand(db, row.id)

    const { terms } = await readBrands(db, access.organization)
    if (await hasStaleAnswers(db, terms)) await start(readAsvAnswersJob, {})
    return { id: brandId, deleted: true }
  },
})
