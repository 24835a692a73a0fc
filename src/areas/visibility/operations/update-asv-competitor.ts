import { isCalledByWord, lockSettings } from '#areas/organizations/index.ts'
import {
  brandInput,
  brandOf,
  brandOutput,
  changeBrand,
  describeBrand,
  lockBrand,
  ownBrandId,
  readBrands,
  requireUnused,
} from '#areas/visibility/brands.ts'
import { readAsvAnswersJob } from '#areas/visibility/jobs/read-asv-answers.ts'
import { operation } from '#kernel/operation.ts'
import { changes, id, ifVersion, startedJob } from '#kernel/schema.ts'
import { requireVersion } from '#kernel/version.ts'
import { defined } from '#std/objects.ts'

export const updateAsvCompetitor = operation({
  name: 'updateAsvCompetitor',
  title: 'Change a competitor',
  summary: 'Changes the given fields of a tracked brand, and reads stored answers again without asking any model.',
  scope: 'asv:write',
  risk: 'write',
  startsJob: true,
  errors: ['not_found', 'duplicate_brand', 'in_use'],
  examples: [{ title: 'Another spelling', input: { id: 'cmp_01jzz0000000000000000000zz', aliases: ['Globex Corp'] } }],
  input: changes(
    {
      id: id('brand'),
      name: brandInput.name.optional(),
      aliases: brandInput.aliases.optional(),
      domains: brandInput.domains.optional(),
      excludeTerms: brandInput.excludeTerms.optional(),
      matchCase: brandInput.matchCase.optional(),
      color: brandInput.color.optional(),
      ifVersion,
    },
    'id',
  ),
  output: startedJob().extend({ brand: brandOutput }),

  async handle({ db, access, start }, { id: brandId, ifVersion: expected, ...given }) {
    await lockSettings(db)
    const row = await lockBrand(db, brandId, ownBrandId(access.organization.id))
    requireVersion(row.version, expected)
    const before = brandOf(row)
    const fields = { ...before, ...defined(given) }
    if (given.matchCase === undefined && (await isCalledByWord(before, fields))) fields.matchCase = true
    requireUnused(await readBrands(db, access.organization), fields, brandId)

    const brand = brandOf(await changeBrand(db, brandId, fields))
    const started = await start(readAsvAnswersJob, {})
    return { ...started, brand: describeBrand(brand) }
  },
})
