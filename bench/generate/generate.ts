// Fills an empty installation with a data set, through the product's own content code: the environment names the place as for
// `masthead start`, the arguments the size. Its last line is the data set as JSON, which it also writes next to the data.
//   node --conditions=source bench/generate/generate.ts --items 10000 --organizations 1
// With `--neighbour` it adds one small organization to an installation that has been filled, and prints nothing.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { setPlan } from '#areas/account/index.ts'
import { addApiKey } from '#areas/account/keys/api-keys.ts'
import { allCollections, furnishCollections } from '#areas/collections/index.ts'
import { createTerm } from '#areas/taxonomies/index.ts'
import { type Id, newId, type OrganizationId, type UserId } from '#kernel/ids.ts'
import { scopes } from '#kernel/scope.ts'
import { runSetUp } from '#main/commands/set-up-command.ts'
import { openInstallation, type Installation } from '#main/installation.ts'
import { readConfig } from '#platform/config/config.ts'
import { openLog } from '#platform/log/log.ts'

import { type DataSet, draftsOf, itemsOfSmall, type Size, terms } from './data-set.ts'
import { type Place, type TermIds, writeItems } from './write-items.ts'

const { values } = parseArgs({
  options: { items: { type: 'string' }, organizations: { type: 'string' }, neighbour: { type: 'boolean' } },
})
const size = { items: Number(values.items ?? 10_000), organizations: Number(values.organizations ?? 1) }

const { config } = readConfig(process.env)
const { log, flush } = openLog({ level: 'error', format: 'json', destination: 2 })
const onFatal = (error: Error) => {
  throw error
}
const installation = await openInstallation({ config, log, onFatal })
const made = values.neighbour === true ? await addNeighbour(installation) : await fill(installation, size)
await analyze(installation)
await installation.close()
await flush()
if (made !== undefined) {
  await writeFile(join(config.dataDir, 'data-set.json'), JSON.stringify(made))
  console.log(JSON.stringify(made))
}

async function fill(on: Installation, wanted: Size): Promise<DataSet> {
  const { organizationId, userId, slug } = await runSetUp(
    { email: 'bench@example.com', password: 'a horse on a quiet hill', organization: 'Bench', demo: false },
    { ...on, baseUrl: () => 'http://127.0.0.1', log },
  )
  const place = { organizationId, userId }
  await setPlan(on.database, { slug, plan: 'authority', changed: async () => {} })
  const termIds = await writeTerms(on, place)
  const apiKey = await writeKey(on, place)

  const drafts = draftsOf(wanted)
  const started = performance.now()
  let told = started
  const progress = (done: number) => {
    if (performance.now() - told < 5000 && done < wanted.items) return
    told = performance.now()
    const rate = (done * 1000) / (told - started)
    process.stderr.write(`${done} of ${wanted.items} articles, ${rate.toFixed(0)} per second\n`)
  }
  const write = (from: number, until: number) =>
    writeItems(on, place, { terms: termIds, from, count: until - from, status: 'published' }, (done) =>
      progress(from + done),
    )
  // A server without autovacuum would write all of them by the plans it made for empty tables.
  const few = Math.min(wanted.items, 500)
  const first = await write(0, few)
  await analyze(on)
  const articles = [...first, ...(await write(few, wanted.items))]
  const draftsOnly = { terms: termIds, from: wanted.items, count: drafts, status: 'draft' } as const
  const drafted = await writeItems(on, place, draftsOnly)
  for (let n = 1; n < wanted.organizations; n++) await writeSmall(on, place.userId, n)
  const every = Math.max(1, Math.floor(articles.length / 100))
  return {
    ...wanted,
    organizationId,
    written: wanted.items,
    apiKey,
    articles: articles.filter((_, n) => n % every === 0).slice(0, 100),
    tags: termIds.tag,
    drafts: drafted.map(({ id }) => id),
  }
}

async function writeTerms({ database }: Installation, place: Place): Promise<TermIds> {
  return database.forOrganization(place, 'write', async ({ db }) => {
    const collection = (await allCollections(db)).find(({ slug }) => slug === 'articles')
    if (collection === undefined) throw new Error('There is no collection of articles')
    const write = async <Kind extends keyof typeof terms>(kind: Kind) => {
      const ids: Id<Kind>[] = []
      for (let n = 0; n < terms[kind]; n++)
        ids.push((await createTerm(db, { kind, collectionId: collection.id, name: `${kind} ${n + 1}` })).id)
      return ids
    }
    return { tag: await write('tag'), category: await write('category'), author: await write('author') }
  })
}

/** A key that no row reaches the limit of, and that is counted all the same. */
async function writeKey({ database }: Installation, place: Place): Promise<string> {
  const now = new Date()
  const expiresAt = new Date(now.getTime() + 300 * 86_400_000)
  const key = await database.forOrganization(place, 'write', ({ db }) =>
    addApiKey(db, { name: 'bench', scopes, expiresAt, now }),
  )
  await database.asIdentity((db) =>
    db.updateTable('auth.api_keys').set({ rate_per_min: 1_000_000 }).where('id', '=', key.id).execute(),
  )
  return key.secret
}

async function addNeighbour(on: Installation): Promise<void> {
  const owner = await on.database.asIdentity((db) =>
    db.selectFrom('auth.memberships').select('user_id').executeTakeFirstOrThrow(),
  )
  await writeSmall(on, owner.user_id as UserId, 1)
}

/** A further organization of the same person, with a few articles. */
async function writeSmall(on: Installation, userId: UserId, n: number): Promise<void> {
  const organizationId: OrganizationId = newId('organization')
  await on.database.asIdentity(async (db) => {
    const organization = { id: organizationId, slug: `small-${n}`, name: `Small ${n}`, plan: 'authority' as const }
    await db.insertInto('auth.organizations').values(organization).execute()
    const membership = { organization_id: organizationId, user_id: userId, role: 'owner' as const }
    await db.insertInto('auth.memberships').values(membership).execute()
  })
  await on.database.forOrganization({ organizationId, userId }, 'write', async ({ db }) => {
    await db.insertInto('organization_setting').values({ timezone: 'UTC' }).execute()
    await furnishCollections(db)
  })
  const noTerms = { tag: [], category: [], author: [] }
  const wanted = { from: 0, count: itemsOfSmall, status: 'published', terms: noTerms } as const
  await writeItems(on, { organizationId, userId }, wanted)
}

// As the owner of the tables: the pools' roles may not.
async function analyze({ database }: Installation): Promise<void> {
  const databaseUrl = process.env['DATABASE_URL']
  if (databaseUrl === undefined)
    return database.backend.pools.app.use(async (connection) => void (await connection.send('VACUUM (ANALYZE)')))
  const { default: pg } = await import('pg')
  const owner = new pg.Client({ connectionString: databaseUrl })
  await owner.connect()
  await owner.query('VACUUM (ANALYZE)').finally(() => owner.end())
}
