import { describe, expect, test } from 'vitest'

import { getOrganizationSettings } from '#areas/organizations/operations/get-organization-settings.ts'
import { getOrganization } from '#areas/organizations/operations/get-organization.ts'
import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import { catalog } from '#catalog/catalog.ts'
import { buildReference } from '#catalog/derived/reference.ts'
import { newId } from '#kernel/ids.ts'
import { stage } from '#test/stage.ts'

test('only the given fields change, also within an object', async () => {
  const { call } = await stage()
  await call(updateOrganizationSettings, {
    brand: { name: 'Example', aliases: ['Ex'] },
    siteUrl: 'https://example.com',
  })

  const { settings, changed } = await call(updateOrganizationSettings, {
    brand: { aliases: [], domains: ['example.com'] },
    publishingPolicy: { confirmLiveEdits: true },
    locale: 'de-at',
  })

  expect(settings).toMatchObject({
    siteUrl: 'https://example.com',
    brand: { name: 'Example', aliases: [], domains: ['example.com'], description: null },
    publishingPolicy: { confirmLiveEdits: true, fourEyes: false },
    locale: 'de-AT',
    version: 3,
  })
  expect(changed.toSorted()).toEqual(['brand', 'locale', 'publishingPolicy'])
  expect(await call(getOrganizationSettings, {})).toEqual(settings)
})

test('the name changes where organizations are looked up', async () => {
  const { call } = await stage()

  const { settings, changed } = await call(updateOrganizationSettings, { name: 'A new name' })

  expect(settings.name).toBe('A new name')
  expect(changed).toEqual(['name'])
  expect((await call(getOrganization, {})).name).toBe('A new name')
  expect((await (await stage()).call(getOrganization, {})).name).toBe('Organization of the test')
})

test('what is the same already is no change', async () => {
  const { call } = await stage()

  const { settings, changed } = await call(updateOrganizationSettings, { timezone: 'UTC', brand: {} })

  expect(changed).toEqual([])
  expect(settings.version).toBe(1)
})

test('URL templates are those of the collections', async () => {
  const { call, rows } = await stage()

  const { settings, changed } = await call(updateOrganizationSettings, {
    urlTemplates: { articles: '/blog/{slug}', docs: '/docs/{slug}' },
  })

  expect(settings.urlTemplates).toMatchObject({ articles: '/blog/{slug}', docs: '/docs/{slug}' })
  expect(changed).toEqual(['urlTemplates'])
  const stored = await rows(({ db }) =>
    db.selectFrom('collection').select(['slug', 'url_template', 'version']).where('version', '>', 1).execute(),
  )
  expect(stored).toEqual([{ slug: 'articles', url_template: '/blog/{slug}', version: 2 }])
})

test('another organization keeps its templates', async () => {
  const [{ call }, other] = [await stage(), await stage()]

  await call(updateOrganizationSettings, { urlTemplates: { articles: '/blog/{slug}' } })

  expect((await other.call(getOrganizationSettings, {})).urlTemplates['articles']).toBe('/articles/{slug}')
})

test('a template of an unknown collection is refused with everything else', async () => {
  const { call } = await stage()

  const refused = call(updateOrganizationSettings, { name: 'New', urlTemplates: { recipes: '/r/{slug}' } })

  await expect(refused).rejects.toMatchObject({ code: 'not_found', details: [{ path: '/input/urlTemplates/recipes' }] })
  expect((await call(getOrganization, {})).name).toBe('Organization of the test')
})

test('the content mode needs the confirmation and the scope for integrations', async () => {
  const { call, access } = await stage()
  const contentMode = 'wordpress'

  const unconfirmed = call(updateOrganizationSettings, { contentMode })
  await expect(unconfirmed).rejects.toMatchObject({ code: 'confirmation_required' })
  const scopes = access.scopes.filter((scope) => scope !== 'integrations:write')
  const narrow = call(updateOrganizationSettings, { contentMode }, { confirm: true, as: { scopes } })
  await expect(narrow).rejects.toMatchObject({ code: 'insufficient_scope' })

  const { settings } = await call(updateOrganizationSettings, { contentMode }, { confirm: true })
  expect(settings.contentMode).toBe('wordpress')
})

test('pages may report their views once somebody confirms it; ending that needs no confirmation', async () => {
  const { call, access } = await stage()
  const as = { scopes: access.scopes.filter((scope) => scope !== 'integrations:write') }

  const unconfirmed = call(updateOrganizationSettings, { collectViews: true })
  await expect(unconfirmed).rejects.toMatchObject({ code: 'confirmation_required' })
  const on = await call(updateOrganizationSettings, { collectViews: true }, { confirm: true, as })
  const off = await call(updateOrganizationSettings, { collectViews: false })

  expect([on.settings.collectViews, off.settings.collectViews]).toEqual([true, false])
})

test('inside an opened network a website may be served over http and on any port', async () => {
  const { call } = await stage()

  const { settings } = await call(updateOrganizationSettings, { siteUrl: 'http://127.0.0.1:8080' })

  expect(settings.siteUrl).toBe('http://127.0.0.1:8080')
})

test.each([
  'http://example.com',
  'https://localhost:3000',
  'https://10.0.0.1',
  'https://me:word@example.com',
  'https://example.com/?lang=en',
  'https://example.com/blog#top',
  'https://example.com/?',
])('%s is not allowed as website', async (siteUrl) => {
  const { call } = await stage()

  await expect(call(updateOrganizationSettings, { siteUrl })).rejects.toMatchObject({ code: 'url_not_allowed' })
})

test('null removes the website', async () => {
  const { call } = await stage()
  await call(updateOrganizationSettings, { siteUrl: 'https://example.com' })

  const { settings, changed } = await call(updateOrganizationSettings, { siteUrl: null })

  expect(settings.siteUrl).toBeNull()
  expect(changed).toEqual(['siteUrl'])
})

test('defaults name an author and a collection of the organization', async () => {
  const [{ call, rows }, other] = [await stage(), await stage()]
  const idOf = (staged: { rows: typeof rows }) =>
    staged.rows(async ({ db }) => {
      const query = db.selectFrom('collection').select('id').where('slug', '=', 'articles')
      return (await query.executeTakeFirstOrThrow()).id as `col_${string}`
    })
  const [own, foreign] = [await idOf({ rows }), await idOf(other)]

  const { settings } = await call(updateOrganizationSettings, { defaults: { collectionId: own, publishTime: '09:30' } })

  expect(settings.defaults).toMatchObject({ collectionId: own, publishTime: '09:30', authorId: null })
  for (const defaults of [{ collectionId: foreign }, { authorId: newId('author') }, { authorId: 'nonsense' }]) {
    await expect(call(updateOrganizationSettings, { defaults })).rejects.toMatchObject({ code: 'not_found' })
  }
})

test.each([
  ['/input/timezone', { timezone: 'Mars/Olympus' }],
  ['/input/locale', { locale: 'de_DE' }],
  ['/input/siteUrl', { siteUrl: 'example.com' }],
  ['/input/defaults/articleType', { defaults: { articleType: 'poem' as 'guide' } }],
  ['/input/defaults/publishTime', { defaults: { publishTime: '24:00' } }],
  ['/input/brand/domains/0', { brand: { domains: ['https://example.com/x'] } }],
  ['/input/brand/aliases', { brand: { aliases: Array.from({ length: 21 }, (_, n) => `Alias ${n}`) } }],
  ['/input/urlTemplates/articles', { urlTemplates: { articles: '/blog' } }],
  ['/input', { ifVersion: 1 }],
])('a wrong %s is refused', async (path, input) => {
  const { call } = await stage()

  const refused = call(updateOrganizationSettings, input)

  await expect(refused).rejects.toMatchObject({ code: 'validation_failed', details: [{ path }] })
})

test('another version than the expected one is refused', async () => {
  const { call } = await stage()

  const refused = call(updateOrganizationSettings, { name: 'New', ifVersion: 7 })

  await expect(refused).rejects.toMatchObject({ code: 'version_conflict', details: { version: 1 } })
})

test('an editor may not change settings', async () => {
  const { call } = await stage({ role: 'editor' })

  await expect(call(updateOrganizationSettings, { name: 'New' })).rejects.toMatchObject({ code: 'role_forbidden' })
})

test('a dry run shows the settings and changes nothing', async () => {
  const { call } = await stage()

  const { settings } = await call(updateOrganizationSettings, { name: 'New' }, { dryRun: true })

  expect(settings.name).toBe('New')
  expect((await call(getOrganizationSettings, {})).name).toBe('Organization of the test')
})

describe('an agent', () => {
  const weaker = [
    ['publishingPolicy.fourEyes', { publishingPolicy: { fourEyes: true } }, { publishingPolicy: { fourEyes: false } }],
    [
      'publishingPolicy.requireApproval',
      { publishingPolicy: { requireApproval: true } },
      { publishingPolicy: { requireApproval: false } },
    ],
    [
      'publishingPolicy.confirmLiveEdits',
      { publishingPolicy: { confirmLiveEdits: true } },
      { publishingPolicy: { confirmLiveEdits: false } },
    ],
    [
      'publishingPolicy.minWarningsSeverityToBlock',
      { publishingPolicy: { minWarningsSeverityToBlock: 'error' } },
      { publishingPolicy: { minWarningsSeverityToBlock: 'none' } },
    ],
    ['exposeUnpublished', { exposeUnpublished: false }, { exposeUnpublished: true }],
  ] as const

  test.each(weaker)('may tighten %s, and only a person loosens it', async (field, strict, loose) => {
    const { call, answerOf, inPerson } = await stage()
    expect((await call(updateOrganizationSettings, strict)).changed).toHaveLength(1)
    expect((await call(updateOrganizationSettings, strict)).changed).toEqual([])

    for (const options of [{}, { dryRun: true }, { idempotencyKey: 'k' }]) {
      const answer = await answerOf(updateOrganizationSettings, { name: 'Another', ...loose }, options)
      expect(answer.status).toBe(403)
      expect(JSON.parse(answer.body)).toMatchObject({
        error: {
          code: 'operation_excluded',
          details: { category: 'guard_rail', field, fields: [field], instead: expect.stringContaining('Settings') },
        },
      })
    }

    expect((await call(updateOrganizationSettings, loose, inPerson())).changed).toHaveLength(1)
    // What is loose already may be said again.
    expect((await call(updateOrganizationSettings, loose)).changed).toEqual([])
  })

  test('is refused for a rail before it is asked for a confirmation, and the rest is not changed', async () => {
    const { call, answerOf } = await stage()
    await call(updateOrganizationSettings, { publishingPolicy: { fourEyes: true, requireApproval: true } })
    const mixed = {
      contentMode: 'webhook',
      brand: { name: 'Mixed' },
      publishingPolicy: { confirmLiveEdits: true, fourEyes: false, requireApproval: false },
    }

    const { body } = await answerOf(updateOrganizationSettings, mixed)

    expect(JSON.parse(body)).toMatchObject({
      error: {
        code: 'operation_excluded',
        details: { fields: ['publishingPolicy.fourEyes', 'publishingPolicy.requireApproval'] },
      },
    })
    expect(await call(getOrganizationSettings, {})).toMatchObject({
      version: 2,
      contentMode: 'headless',
      publishingPolicy: { fourEyes: true, requireApproval: true, confirmLiveEdits: false },
    })
  })
})

test('the catalog names the rails', () => {
  const entry = buildReference(catalog).entries.find(({ name }) => name === 'updateOrganizationSettings')

  expect(entry?.confirmationRule).toContain('publishingPolicy.fourEyes true')
  expect(entry?.errors).toContainEqual({ code: 'operation_excluded', status: 403 })
})
