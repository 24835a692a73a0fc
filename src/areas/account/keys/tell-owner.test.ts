import { expect, test } from 'vitest'

import type { Mail, Message } from '#kernel/mail.ts'
import { addKey, addMember } from '#test/people.ts'
import { stage } from '#test/stage.ts'

import { findKey } from './api-keys.ts'
import { tellOwner } from './tell-owner.ts'

/** Notifies the creator of a key, and keeps the mails. */
async function told(keyOf: 'self' | 'other', isConfigured = true) {
  const { access, database, rows } = await stage()
  const organizationId = access.organization.id
  const userId = keyOf === 'self' ? access.actor.userId : await addMember(database, organizationId, 'author')
  const { id, last4 } = await addKey(database, { organizationId, userId }, { name: 'Two\r\nlines' })
  const mails: Message[] = []
  const mail: Mail = { isConfigured, queue: async (_db, message) => void mails.push(message) }
  await rows(async ({ db }) => {
    const key = await findKey(db, id, new Date())
    if (key === undefined) throw new Error('The key is not there')
    await tellOwner(
      {
        db,
        mail,
        actor: access.actor,
        access,
        baseUrl: 'https://masthead.test',
      },
      key,
      'revoked',
    )
  })
  return { access, last4, userId, mails }
}

test('the creator of a key gets a mail when somebody else revoked it', async () => {
  const { access, last4, userId, mails } = await told('other')

  expect(mails).toHaveLength(1)
  expect(mails[0]).toMatchObject({ to: `${userId}@example.com`, subject: 'Your API key “Two lines” was revoked' })
  expect(mails[0]?.text).toContain(`Person of the test revoked your API key “Two lines”`)
  expect(mails[0]?.text).toContain(last4)
  expect(mails[0]?.text).toContain(`https://masthead.test/o/${access.organization.slug}/settings/api`)
})

test('what one does oneself needs no mail', async () => {
  const { mails } = await told('self')

  expect(mails).toEqual([])
})

test('without a mail server nothing is written', async () => {
  const { mails } = await told('other', false)

  expect(mails).toEqual([])
})
