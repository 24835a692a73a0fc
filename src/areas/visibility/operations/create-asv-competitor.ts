import { z } from 'zod'

import { hasCommonWord, lockSettings } from '#areas/organizations/index.ts'
import {
  brandInput,
  brandOf,
  brandOutput,
  describeBrand,
  hasStaleAnswers,
  insertBrand,
  readBrands,
  requireUnused,
} from '#areas/visibility/brands.ts'
import { readAsvAnswersJob } from '#areas/visibility/jobs/read-asv-answers.ts'
import { operation } from '#kernel/operation.ts'
import { requireRoom } from '#kernel/require-room.ts'
import { id } from '#kernel/schema.ts'

const competitorRoom = {
  what: 'competitors',
  most: 200,
  path: '/input/name',
  remedy: 'Delete one that you no longer follow with deleteAsvCompetitor.',
} as const

export const createAsvCompetitor = operation({
  name: 'createAsvCompetitor',
  title: 'Create a competitor',
  summary:
    'Tracks another brand. Stored answers are read again, so that it has its whole history; jobId is null if there are none.',
  scope: 'asv:write',
  risk: 'write',
  startsJob: true,
  errors: ['duplicate_brand'],
  examples: [{ title: 'A competitor', input: { name: 'Globex', domains: ['globex.com'] } }],
  input: z.strictObject({
    name: brandInput.name,
    aliases: brandInput.aliases.default([]),
    domains: brandInput.domains.default([]),
    excludeTerms: brandInput.excludeTerms.default([]),
    matchCase: brandInput.matchCase.optional().describe('Default: whether one of the names is an English word'),
    color: brandInput.color.default(null),
  }),
  output: z.object({ brand: brandOutput, jobId: id('job').nullable() }),

  async handle({ db, access, start }, given) {
    await lockSettings(db)
    const matchCase = given.matchCase ?? (await hasCommonWord([given.name, ...given.aliases]))
    const fields = { ...given, matchCase }
    const brands = await readBrands(db, access.organization)
    requireUnused(brands, fields)
    // The own brand is none of them.
    requireRoom(brands.all.length - 1, competitorRoom)
    const brand = brandOf(await insertBrand(db, fields))

    const { terms } = await readBrands(db, access.organization)
    const started = (await hasStaleAnswers(db, terms)) ? await start(readAsvAnswersJob, {}) : undefined
    return { brand: describeBrand(brand), jobId: started?.jobId ?? null }
  },
})
