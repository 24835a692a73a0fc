import { expect, test } from 'vitest'

import { createTerm, findOrCreateTerm } from '#areas/taxonomies/make-term.ts'
import { requireTerms } from '#areas/taxonomies/terms.ts'
import { newId } from '#kernel/ids.ts'
import { termStage } from '#test/term-stage.ts'

test('a made slug gets a number when it is taken, in its collection and kind only', async () => {
  const { term, glossary } = await termStage()

  const slugs = [
    await term('tag', 'C#'),
    await term('tag', 'C++'),
    await term('category', 'C'),
    await term('author', 'C'),
    await term('author', 'C', glossary.id),
  ].map(({ slug }) => slug)

  expect(slugs).toEqual(['c', 'c-2', 'c', 'c', 'c'])
})

test('a name without a letter gives a slug of the id', async () => {
  const { term } = await termStage()

  const { id, slug } = await term('tag', '!!!')

  expect(slug).toBe(id.replace('_', '-'))
})

test('an import finds the term of its slug or of its name', async () => {
  const { rows, articles, term } = await termStage()
  const tag = { kind: 'tag', collectionId: articles.id } as const
  const [crm, csharp, cpp] = [await term('tag', 'CRM'), await term('tag', 'C#'), await term('tag', 'C++')]

  const found = await rows(async ({ db }) => [
    await findOrCreateTerm(db, { ...tag, name: 'crm' }),
    await findOrCreateTerm(db, { ...tag, name: 'Customer relations', slug: 'CRM' }),
    await findOrCreateTerm(db, { ...tag, name: 'C#' }),
    await findOrCreateTerm(db, { ...tag, name: 'c++' }),
  ])

  expect(found.map(({ id }) => id)).toEqual([crm.id, crm.id, csharp.id, cpp.id])
})

test('an import makes what is not there, once', async () => {
  const { rows, articles } = await termStage()
  const author = { kind: 'author', collectionId: articles.id, name: 'Résumé Team', slug: 'Resume_Team' } as const

  const [made, again] = await rows(async ({ db }) => [
    await findOrCreateTerm(db, author),
    await findOrCreateTerm(db, author),
  ])

  expect(made).toMatchObject({ slug: 'resume-team', name: 'Résumé Team' })
  expect(again?.id).toBe(made?.id)
})

test('terms are required by kind and collection, and the first unknown id is named', async () => {
  const [{ rows, articles, glossary, term }, other] = [await termStage(), await termStage()]
  const [a, b, category] = [await term('tag', 'A'), await term('tag', 'B'), await term('category', 'A')]
  const foreign = await other.term('tag', 'A')

  const found = await rows(({ db }) => requireTerms(db, 'tag', articles.id, [b.id, a.id, b.id]))

  expect(found.map(({ id }) => id)).toEqual([b.id, a.id])
  for (const id of [foreign.id, newId('tag'), 'nonsense', category.id] as (typeof a.id)[]) {
    const refused = rows(({ db }) => requireTerms(db, 'tag', articles.id, [a.id, id]))
    await expect(refused).rejects.toMatchObject({ code: 'not_found', details: { id } })
  }
  const elsewhere = rows(({ db }) => requireTerms(db, 'tag', glossary.id, [a.id]))
  await expect(elsewhere).rejects.toMatchObject({ code: 'not_found' })
})

test('a given slug that is taken is refused', async () => {
  const { rows, articles, term } = await termStage()
  await term('tag', 'News')

  const refused = rows(({ db }) =>
    createTerm(db, { kind: 'tag', collectionId: articles.id, name: 'Other', slug: 'news' }),
  )

  await expect(refused).rejects.toMatchObject({ code: 'slug_taken' })
})
