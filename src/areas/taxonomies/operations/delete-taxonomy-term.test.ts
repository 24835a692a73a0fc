import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { deleteTaxonomyTerm } from '#areas/taxonomies/operations/delete-taxonomy-term.ts'
import { listTaxonomyTerms } from '#areas/taxonomies/operations/list-taxonomy-terms.ts'
import { newId } from '#kernel/ids.ts'
import { termStage } from '#test/term-stage.ts'

const confirm = { confirm: true }

test('an unused term goes', async () => {
  const { call, term } = await termStage()
  const tag = await term('tag', 'Crm')

  await expect(call(deleteTaxonomyTerm, { termId: tag.id })).rejects.toMatchObject({ code: 'confirmation_required' })
  expect(await call(deleteTaxonomyTerm, { termId: tag.id }, confirm)).toEqual({ affectedItems: 0, reassignedTo: null })

  expect((await call(listTaxonomyTerms, { taxonomy: 'tag' })).total).toBe(0)
})

test('a used term stays unless another one takes its place', async () => {
  const { call, term, item } = await termStage()
  const tag = await term('tag', 'Crm')
  await item([tag.id])
  await item([tag.id], { status: 'trash' })

  const refused = call(deleteTaxonomyTerm, { termId: tag.id }, confirm)

  await expect(refused).rejects.toMatchObject({ code: 'in_use', details: { items: 2, inTrash: 1 } })
})

test('merging moves the uses once, in their place, and raises the version of the items', async () => {
  const { call, term, item, termsOf, versionOf, rows } = await termStage()
  const [a, b, gone, kept] = [
    await term('tag', 'A'),
    await term('tag', 'B'),
    await term('tag', 'Gone'),
    await term('tag', 'Kept'),
  ]
  const only = await item([a.id, gone.id, b.id], { status: 'draft' })
  const both = await item([gone.id, a.id, kept.id])
  const untouched = await item([kept.id, a.id])

  const result = await call(deleteTaxonomyTerm, { termId: gone.id, reassignToId: kept.id }, confirm)

  expect(result).toMatchObject({ affectedItems: 2 })
  expect(await termsOf(only)).toEqual([a.id, kept.id, b.id])
  expect(await termsOf(both)).toEqual([kept.id, a.id])
  expect(await termsOf(untouched)).toEqual([kept.id, a.id])
  expect([await versionOf(only), await versionOf(both), await versionOf(untouched)]).toEqual([2, 2, 1])
  const { items } = await call(listTaxonomyTerms, { taxonomy: 'tag', search: 'kept' })
  expect(items).toMatchObject([{ postCount: 2 }])
  const drafts = await rows(({ db }) =>
    db.selectFrom('item_term').select('status').where('item_id', '=', only).distinct().execute(),
  )
  expect(drafts).toEqual([{ status: 'draft' }])
})

test('the other term is of the same kind and another one', async () => {
  const [{ call, term, item }, other] = [await termStage(), await termStage()]
  const [tag, category, foreign] = [await term('tag', 'A'), await term('category', 'A'), await other.term('tag', 'A')]
  await item([tag.id])

  for (const reassignToId of [category.id, foreign.id, newId('tag'), 'nonsense']) {
    const refused = call(deleteTaxonomyTerm, { termId: tag.id, reassignToId }, confirm)
    await expect(refused).rejects.toMatchObject({ code: 'not_found', details: [{ path: '/input/reassignToId' }] })
  }
  const itself = call(deleteTaxonomyTerm, { termId: tag.id, reassignToId: tag.id }, confirm)
  await expect(itself).rejects.toMatchObject({ code: 'validation_failed', details: [{ path: '/input/reassignToId' }] })
})

test('a term of another organization is unknown and stays', async () => {
  const [{ call }, other] = [await termStage(), await termStage()]
  const foreign = await other.term('tag', 'A')

  const refused = call(deleteTaxonomyTerm, { termId: foreign.id }, confirm)

  await expect(refused).rejects.toMatchObject({ code: 'not_found' })
  expect((await other.call(listTaxonomyTerms, { taxonomy: 'tag' })).total).toBe(1)
})

test('an author of content may not delete terms', async () => {
  const { call, term } = await termStage({ role: 'author' })
  const tag = await term('tag', 'A')

  await expect(call(deleteTaxonomyTerm, { termId: tag.id }, confirm)).rejects.toMatchObject({ code: 'role_forbidden' })
})

test('a term that more items have than a transaction changes is replaced in some of them first', async () => {
  const { call, term, rows, articles } = await termStage()
  const [gone, kept] = [await term('tag', 'Gone'), await term('tag', 'Kept')]
  const at = '2036-01-01T00:00:00.000Z'
  await rows(async ({ db }) => {
    await sql`insert into app.item (organization_id, id, collection_id, slug, title, title_key, status, publish_at)
      select app.org(), 'itm_' || substr(md5('many' || n), 1, 26), ${articles.id}, 'many-' || n, 'T', 't', 'scheduled', ${at}
      from generate_series(1, 5001) n`.execute(db)
    await sql`insert into app.item_term (organization_id, item_id, kind, term_id, position, collection_id, status, sort_date)
      select organization_id, id, 'tag', ${gone.id}, 0, collection_id, 'scheduled', ${at} from app.item
      where organization_id = app.org()`.execute(db)
  })

  const merged = call(deleteTaxonomyTerm, { termId: gone.id, reassignToId: kept.id }, confirm)

  await expect(merged).rejects.toMatchObject({
    code: 'validation_failed',
    message: expect.stringMatching(/5001 items have the tag Gone.*at most 5000.*bulkUpdateItems/) as unknown,
    details: [{ path: '/input/termId', code: 'too_big' }],
  })
})
