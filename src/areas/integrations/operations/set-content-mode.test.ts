import { expect, test } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { saveContentMode } from '#areas/organizations/index.ts'
import { publishItem } from '#areas/publishing/operations/publish-item.ts'
import { stage } from '#test/stage.ts'

import { setContentMode } from './set-content-mode.ts'

const confirmed = { confirm: true }

test('a service that is not connected is called by its name', async () => {
  const on = await stage()
  await expect(on.call(setContentMode, { mode: 'wordpress' }, confirmed)).rejects.toMatchObject({
    code: 'not_connected',
    message: 'WordPress is not connected.',
  })

  const { item } = await on.call(createItem, { collectionId: 'articles', title: 'Tides' })
  await on.rows(({ db }) => saveContentMode(db, 'ghost'))
  await expect(on.call(publishItem, { id: item.id }, confirmed)).rejects.toMatchObject({
    code: 'not_connected',
    message: 'Content goes to Ghost, which is not connected.',
  })
})
