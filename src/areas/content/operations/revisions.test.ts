import { expect, test } from 'vitest'

import { stageRevision, thinRevisions } from '#areas/content/revisions/revisions.ts'
import { lockWorld } from '#areas/items/stored/world.ts'
import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import { publishItem } from '#areas/publishing/operations/publish-item.ts'
import { createTaxonomyTerm } from '#areas/taxonomies/operations/create-taxonomy-term.ts'
import { deleteTaxonomyTerm } from '#areas/taxonomies/operations/delete-taxonomy-term.ts'
import { newId } from '#kernel/ids.ts'
import { connectedCms } from '#test/connected-cms.ts'
import { stage } from '#test/stage.ts'
import { openWordpress } from '#test/standins/wordpress.ts'
import { told, toldDuring } from '#test/website.ts'

import { createItem } from './create-item.ts'
import { deleteItem } from './delete-item.ts'
import { dismissItemRevision } from './dismiss-item-revision.ts'
import { getItemRevision } from './get-item-revision.ts'
import { getItem } from './get-item.ts'
import { listItemRevisions } from './list-item-revisions.ts'
import { restoreItemRevision } from './restore-item-revision.ts'
import { updateItem } from './update-item.ts'

type Stage = Awaited<ReturnType<typeof stage>>
const articles = 'articles' as never

test('going back names what tells the websites and the CMS of it', async () => {
  const site = await openWordpress()
  const { on, item, publish, run, edit } = await connectedCms(site)
  const id = await item('Choosing ink')
  await run(await edit(id, { title: 'Choosing good ink' }))
  await run(await publish(id))

  const { jobId, deliveries } = await on.call(restoreItemRevision, { id, revision: 1 })

  expect(deliveries).toHaveLength(1)
  await run(jobId)
  expect([...site.posts.values()].map(({ title }) => title)).toEqual(['Choosing ink'])
  await site.close()
})

async function newItem(on: Stage, more: object = {}) {
  const { item } = await on.call(createItem, {
    collectionId: articles,
    title: 'Choosing ink',
    content: 'One.\n\nTwo.\n\nThree.',
    ...more,
  })
  return item.id
}

test('a revision says what the agent that made it is called', async () => {
  const on = await stage()
  const id = await newItem(on)
  const agent = { ...on.access.actor, kind: 'agent', credentialType: 'api_key', clientName: 'Nightly writer' } as const
  await on.call(updateItem, { id, excerpt: 'By the agent.' }, { as: { actor: agent } })

  const { items } = await on.call(listItemRevisions, { id })
  const { revisions } = await on.call(getItem, { id, include: ['revisions'] })
  const whole = await on.call(getItemRevision, { id, revision: 2 })

  expect(items.map(({ agentName }) => agentName)).toEqual(['Nightly writer', 'key of the test'])
  expect(revisions?.map(({ agentName }) => agentName)).toEqual(['Nightly writer', 'key of the test'])
  expect(whole.agentName).toBe('Nightly writer')
})

const stageChanges = (on: Stage, id: string, changes: Record<string, unknown>) =>
  on.rows(async ({ db }) =>
    stageRevision(db, await lockWorld(db, id), changes, {
      actor: on.access.actor,
      requestId: newId('request'),
      now: new Date(),
    }),
  )

test('revisions tell who changed what, newest first', async () => {
  const on = await stage()
  const id = await newItem(on)
  await on.call(updateItem, { id, title: 'Choosing good ink', content: 'One.\n\nTwo and a half.\n\nThree.' })

  const { items, total } = await on.call(listItemRevisions, { id })

  expect(total).toBe(2)
  expect(items).toMatchObject([
    { n: 2, title: 'Choosing good ink', changed: ['content', 'title'], authorType: 'agent', isStaged: false },
    { n: 1, title: 'Choosing ink', changed: [] },
  ])
})

test('two revisions are compared as a unified difference, field by field', async () => {
  const on = await stage()
  const id = await newItem(on)
  await on.call(updateItem, { id, title: 'Choosing good ink', content: 'One.\n\nTwo and a half.\n\nThree.' })

  const { diff } = await on.call(listItemRevisions, { id, compare: [1, 2] })

  expect(diff).toBe(
    [
      '--- title (revision 1)',
      '+++ title (revision 2)',
      '@@ -1,1 +1,1 @@',
      '-Choosing ink',
      '+Choosing good ink',
      '--- content (revision 1)',
      '+++ content (revision 2)',
      '@@ -1,5 +1,5 @@',
      ' One.',
      ' ',
      '-Two.',
      '+Two and a half.',
      ' ',
      ' Three.',
      '',
    ].join('\n'),
  )
  await expect(on.call(listItemRevisions, { id, compare: [1, 9] })).rejects.toMatchObject({ code: 'not_found' })
})

test('that a revision was not there is the answer of its key, also once it is there', async () => {
  const on = await stage()
  const id = await newItem(on)
  const restore = () => on.answerOf(restoreItemRevision, { id, revision: 2 }, { idempotencyKey: 'go-back' })

  const first = await restore()
  await on.call(updateItem, { id, title: 'Another title' })
  const again = await restore()

  expect(first.status).toBe(404)
  expect([again.body, again.replayed]).toEqual([first.body, true])
})

test('bodies without anything in common are compared too', async () => {
  const on = await stage()
  const lines = (word: string) => `<pre>${Array.from({ length: 20_000 }, (_, n) => `${word} ${n}`).join('\n')}</pre>`
  const id = await newItem(on, { content: lines('old'), contentFormat: 'html' })
  await on.call(updateItem, { id, content: lines('new') })

  const { diff = '' } = await on.call(listItemRevisions, { id, compare: [1, 2] })

  expect(diff.split('\n').filter((line) => /^-(<pre>)?old /.test(line))).toHaveLength(20_000)
  expect(diff.split('\n').filter((line) => /^\+(<pre>)?new /.test(line))).toHaveLength(20_000)
})

test('a revision is restored as a new one, and what does not exist any more is left out', async () => {
  const on = await stage()
  const { term } = await on.call(createTaxonomyTerm, { taxonomy: 'tag', name: 'Ink' })
  const id = await newItem(on, { tagIds: [term.id] })
  await on.call(updateItem, { id, title: 'Other', content: 'Other.', tagIds: [] })
  await on.call(deleteTaxonomyTerm, { termId: term.id }, { confirm: true })

  const { item, changed } = await on.call(restoreItemRevision, { id, revision: 1 })

  expect(changed.toSorted()).toEqual(['content', 'title'])
  expect(item).toMatchObject({ title: 'Choosing ink', tags: [], status: 'draft' })
  const read = await on.call(getItem, { id, bodyFormat: 'html', include: ['revisions'] })
  expect(read.item.contentHtml).toContain('<p>Three.</p>')
  expect(read.revisions?.map(({ n }) => n)).toEqual([3, 2, 1])
})

test('restoring a published item changes it live, keeps it published and tells the website', async () => {
  const on = await stage({ webhooks: told })
  const id = await newItem(on)
  await on.call(publishItem, { id }, { confirm: true })
  await on.call(updateItem, { id, slug: 'another-slug', title: 'Other' })

  const heard = await toldDuring(on, () => on.call(restoreItemRevision, { id, revision: 1 }))

  const { item } = await on.call(getItem, { id })

  expect(item).toMatchObject({ title: 'Choosing ink', slug: 'choosing-ink', status: 'published' })
  expect(heard).toEqual([{ reason: 'slug_changed', itemIds: [id] }])
})

test('websites are told where the slug that a restored item had leads', async () => {
  const on = await stage({ webhooks: told })
  const id = await newItem(on, { slug: 'first' })
  await on.call(publishItem, { id }, { confirm: true })
  await on.call(updateItem, { id, slug: 'second' })
  await on.rows(({ db }) => db.deleteFrom('delivery').execute())

  await on.call(restoreItemRevision, { id, revision: 1 })

  const sent = await on.rows(({ db }) => db.selectFrom('delivery').select('body').executeTakeFirstOrThrow())
  expect(JSON.parse(sent.body)).toMatchObject({
    data: { reason: 'slug_changed', redirects: [{ from: '/articles/second', to: '/articles/first' }] },
  })
})

test('restoring a published item needs a confirmation where every edit of one does', async () => {
  const on = await stage()
  const id = await newItem(on)
  await on.call(updateItem, { id, title: 'Other' })
  await on.call(updateOrganizationSettings, { publishingPolicy: { confirmLiveEdits: true } })
  const draft = await on.call(restoreItemRevision, { id, revision: 1 })
  await on.call(publishItem, { id }, { confirm: true })

  const restore = (options?: object) => on.call(restoreItemRevision, { id, revision: 2 }, options)

  expect(draft.item.title).toBe('Choosing ink')
  await expect(restore()).rejects.toMatchObject({ code: 'confirmation_required' })
  expect((await restore({ confirm: true })).item.title).toBe('Other')
})

test('a revision cannot take the slug of another item, and an item in the trash is restored first', async () => {
  const on = await stage()
  const id = await newItem(on)
  await on.call(updateItem, { id, slug: 'moved' })
  const other = await newItem(on)

  await expect(on.call(restoreItemRevision, { id, revision: 1 })).rejects.toMatchObject({ code: 'slug_taken' })
  await on.call(deleteItem, { id: other }, { confirm: true })
  await expect(on.call(restoreItemRevision, { id: other, revision: 1 })).rejects.toMatchObject({
    code: 'invalid_transition',
    details: { allowed: ['restoreItem', 'deleteItem with permanent: true'] },
  })
})

test('a rewrite of a published item waits until it is published', async () => {
  const on = await stage()
  const id = await newItem(on)
  await on.call(publishItem, { id }, { confirm: true })
  const n = await stageChanges(on, id, { content: 'Rewritten.', tldr: 'Short.' })
  await on.call(updateItem, { id, title: 'A title of today' })

  expect((await on.call(getItem, { id })).item).toMatchObject({ pendingRevision: n, tldr: null })
  await expect(on.call(restoreItemRevision, { id, revision: n })).rejects.toMatchObject({
    code: 'invalid_transition',
    details: { allowed: ['publishItem'] },
  })
  await on.call(publishItem, { id }, { confirm: true })

  const { item } = await on.call(getItem, { id })
  expect(item).toMatchObject({
    pendingRevision: null,
    tldr: 'Short.',
    content: 'Rewritten.',
    title: 'A title of today',
  })
})

test('a rewrite of what is a draft by now is restored by its number', async () => {
  const on = await stage()
  const id = await newItem(on)
  const n = await stageChanges(on, id, { tldr: 'Short.' })

  const { changed } = await on.call(restoreItemRevision, { id, revision: n })

  expect(changed).toEqual(['tldr'])
  expect((await on.call(getItem, { id })).item).toMatchObject({ pendingRevision: null, tldr: 'Short.' })
})

test('after 90 days the first revision is left, and one per day of each person', async () => {
  const on = await stage()
  const id = await newItem(on)
  for (const title of ['b', 'c', 'd', 'e', 'f', 'g']) await on.call(updateItem, { id, title })
  const mine = on.access.actor.userId
  const written = [
    [1, mine, '2020-01-01T08:00Z'],
    [2, mine, '2020-01-01T09:00Z'],
    [3, newId('user'), '2020-01-01T10:00Z'],
    [4, mine, '2020-01-01T23:59Z'],
    [5, mine, '2020-01-02T00:01Z'],
  ]
  await on.database.asOwner(async (connection) => {
    for (const [n, userId, time] of written)
      await connection.query(
        'update app.item_revision set user_id = $1, created_at = $2 where item_id = $3 and n = $4',
        [userId, time, id, n],
      )
  })

  expect(await on.rows(({ db }) => thinRevisions(db, 100))).toBe(1)

  expect((await on.call(listItemRevisions, { id })).items.map(({ n }) => n)).toEqual([7, 6, 5, 4, 3, 1])
})

test('members of questions and JSON-LD keep their order through revisions and a restore', async () => {
  const on = await stage()
  const written = { name: 'Ink', '@type': 'Thing', '@context': 'https://schema.org', about: { zeta: 1, al: [2] } }
  const sorted = { '@context': 'https://schema.org', '@type': 'Thing', about: { al: [2], zeta: 1 }, name: 'Ink' }
  const faq = [{ question: 'Why?', answer: 'So.' }]
  const id = await newItem(on, { schemaJsonLd: written, faq, customFields: { size: 1, id: 2 } })
  const stored = async () => {
    const { item } = await on.call(getItem, { id })
    return JSON.stringify([item.schemaJsonLd, item.faq, item.customFields])
  }
  expect(await stored()).toBe(JSON.stringify([written, faq, { size: 1, id: 2 }]))

  await on.call(updateItem, { id, schemaJsonLd: sorted })
  await on.call(updateItem, { id, schemaJsonLd: sorted })
  expect(await stored()).toBe(JSON.stringify([sorted, faq, { size: 1, id: 2 }]))
  const { items } = await on.call(listItemRevisions, { id })
  expect(items).toMatchObject([{ n: 2, changed: ['schemaJsonLd'] }, { n: 1 }])

  await on.call(restoreItemRevision, { id, revision: 1 }, { confirm: true })
  expect(await stored()).toBe(JSON.stringify([written, faq, { size: 1, id: 2 }]))
})

test('the saves of one session within a sitting are one revision; a note or another writer begins a new one', async () => {
  const on = await stage()
  const id = await newItem(on)
  const person = on.inPerson()
  const save = (title: string, options: object = person) => on.call(updateItem, { id, title }, options)
  const titles = async () => (await on.call(listItemRevisions, { id })).items.map(({ n, title }) => `${n} ${title}`)

  await save('C')
  await save('Ch')
  const { item, changed } = await save('Cho')
  expect([item.version, changed]).toEqual([4, ['title']])
  expect(await titles()).toEqual(['2 Cho', '1 Choosing ink'])
  expect(await on.call(listItemRevisions, { id, compare: [1, 2] })).toMatchObject({
    diff: expect.stringContaining('+Cho\n'),
  })

  await save('By an agent', {})
  await save('And again', {})
  await save('By a person')
  await on.call(updateItem, { id, title: 'With a note', note: 'Why' }, person)
  await save('After it')
  expect(await titles()).toEqual([
    '7 After it',
    '6 With a note',
    '5 By a person',
    '4 And again',
    '3 By an agent',
    '2 Cho',
    '1 Choosing ink',
  ])
})

test('edits of a published item are revisions of their own, and so is what follows publication', async () => {
  const on = await stage()
  const id = await newItem(on)
  const person = { ...on.inPerson(), confirm: true }
  await on.call(updateItem, { id, title: 'A draft' }, person)
  await on.call(publishItem, { id }, person)
  await on.call(updateItem, { id, title: 'Live' }, person)
  await on.call(updateItem, { id, title: 'Live again' }, person)

  expect((await on.call(listItemRevisions, { id })).total).toBe(5)
})

test('what waits is read beside what it would change, and dismissed without a change of the item', async () => {
  const on = await stage()
  const id = await newItem(on)
  const n = await stageChanges(on, id, { content: 'One.', title: 'Ink' })
  await on.call(updateItem, { id, title: 'Choosing good ink' })

  expect(await on.call(getItemRevision, { id, revision: n })).toMatchObject({
    n,
    isStaged: true,
    authorType: 'agent',
    fields: { content: 'One.', title: 'Ink' },
    before: { content: 'One.\n\nTwo.\n\nThree.', title: 'Choosing ink' },
  })
  await expect(on.call(dismissItemRevision, { id, revision: 1 })).rejects.toMatchObject({
    code: 'invalid_transition',
    details: { pendingRevision: n },
  })
  expect(await on.call(dismissItemRevision, { id, revision: n })).toMatchObject({ pendingRevision: null })
  expect((await on.call(getItem, { id })).item).toMatchObject({ title: 'Choosing good ink', pendingRevision: null })
  expect((await on.call(getItemRevision, { id, revision: n + 1 })).changed).toEqual(['title'])
})

test('an article type that the organization gave up comes back with the revision that had it', async () => {
  const on = await stage()
  const call = { confirm: true }
  await on.call(updateOrganizationSettings, { presets: { articleTypes: ['recipe'] } }, call)
  const id = await newItem(on, { articleType: 'recipe' })
  await on.call(updateItem, { id, articleType: 'guide' })
  await on.call(updateOrganizationSettings, { presets: { articleTypes: [] } }, call)

  const { changed } = await on.call(restoreItemRevision, { id, revision: 1 })

  expect(changed).toEqual(['articleType'])
  await on.call(updateItem, { id, articleType: 'recipe', excerpt: 'Saved with all its fields.' })
  await on.call(updateItem, { id, articleType: 'guide' })
  await expect(on.call(updateItem, { id, articleType: 'recipe' })).rejects.toMatchObject({
    code: 'validation_failed',
    details: [{ path: '/input/articleType' }],
  })
})
