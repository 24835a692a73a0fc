import { expect, test } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { deleteItem } from '#areas/content/operations/delete-item.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import type { UserId } from '#kernel/ids.ts'
import { stage } from '#test/stage.ts'

import { autosaveBuffer } from './autosave-buffer.ts'
import { presenceHeartbeat } from './presence-heartbeat.ts'

async function article() {
  const on = await stage()
  const person = (userId: string) => {
    const own = on.inPerson()
    return { ...own, as: { ...own.as, actor: { ...own.as.actor, userId: userId as UserId } } }
  }
  const [ann, ben] = [on.access.actor.userId, 'usr_01jzz0000000000000000000zz'].map(person)
  const { item } = await on.call(createItem, { collectionId: 'articles' as never, title: 'Tides', content: 'Words.' })
  const beat = (who = ann, more: { leaves?: boolean } = {}) =>
    on.call(presenceHeartbeat, { itemId: item.id, ...more }, who)
  const age = (seconds: number) =>
    on.rows(({ db }) =>
      db
        .updateTable('editor')
        .set({ seen_at: new Date(Date.now() - seconds * 1000) })
        .execute(),
    )
  return { ...on, item, ann, ben, beat, age }
}

test('two people at an article see each other until one leaves or shows no sign for 30 seconds', async () => {
  const { beat, ann, ben, age } = await article()
  const seenBy = async (who: typeof ann) => (await beat(who)).others.filter(({ kind }) => kind === 'person')

  expect(await seenBy(ann)).toEqual([])
  expect(await seenBy(ben)).toMatchObject([{ userId: ann?.as.actor.userId, isHere: true, draftAt: null }])
  expect(await seenBy(ann)).toHaveLength(1)
  await beat(ben, { leaves: true })
  expect(await seenBy(ann)).toEqual([])
  await beat(ben)
  await age(31)
  expect(await seenBy(ann)).toEqual([])
})

test('an agent that changes the article is there under the name of its client', async () => {
  const { beat, call, item } = await article()

  await call(updateItem, { id: item.id, excerpt: 'By an agent.' })

  expect((await beat()).others).toMatchObject([{ kind: 'agent', isHere: true }])
})

test('a working copy is its person’s own; others learn that there is one, and it goes with the article', async () => {
  const { beat, call, item, ann, ben, age, rows } = await article()
  const draft = { title: { mine: 'Tides and winds', base: 'Tides' } }
  await call(autosaveBuffer, { itemId: item.id, draft }, ann)
  await age(3600)

  expect((await beat(ann)).draft).toEqual(draft)
  await age(3600)
  const others = (await beat(ben)).others.filter(({ kind }) => kind === 'person')
  expect(others).toMatchObject([{ userId: ann?.as.actor.userId, isHere: false, draftAt: expect.any(String) }])
  expect((await beat(ben)).draft).toBeNull()
  await call(autosaveBuffer, { itemId: item.id, draft: null }, ann)
  expect((await beat(ann)).draft).toBeNull()

  await call(deleteItem, { id: item.id, permanent: true }, { confirm: true })
  expect(await rows(({ db }) => db.selectFrom('editor').select('user_id').execute())).toEqual([])
  await expect(beat()).rejects.toMatchObject({ code: 'not_found' })
})
