import { beforeAll, expect, test } from 'vitest'

import type { Mail, Message } from '#kernel/mail.ts'
import { addKey } from '#test/people.ts'
import { ownDatabase } from '#test/shared-parts.ts'
import { stage } from '#test/stage.ts'

import { warnOfExpiry } from './warn-of-expiry.ts'

// Warnings are written for the keys of all organizations.
beforeAll(async () => void (await ownDatabase()))

const day = 86_400_000
const start = Date.now()

/** An organization whose keys were created today; `mailsAt` looks that many days later, once. */
async function organization() {
  const { access, database } = await stage()
  const owner = { organizationId: access.organization.id, userId: access.actor.userId }
  const make = (name: string, days: number) => addKey(database, owner, { name, days, now: new Date(start) })
  const mailsAt = async (days: number, { isConfigured = true, batch = 100 } = {}) => {
    const mails: Message[] = []
    const mail: Mail = { isConfigured, queue: async (_db, message) => void mails.push(message) }
    const now = new Date(start + days * day)
    const parts = { mail, baseUrl: 'https://masthead.test', now, batch }
    const count = await database.asIdentity((db) => warnOfExpiry(db, parts))
    const own = mails.filter(({ to }) => to === `${owner.userId}@example.com`)
    return { count, subjects: own.map(({ subject }) => subject), own }
  }
  const change = (id: string, columns: { disabled_at?: Date; revoked_at?: Date; rotated_from?: string }) =>
    database.asIdentity((db) => db.updateTable('auth.api_keys').set(columns).where('id', '=', id).execute())
  return { access, database, owner, make, mailsAt, change }
}

test('a key is mailed about 14, 7 and 1 days before it ends, once each', async () => {
  const { make, mailsAt } = await organization()
  await make('Report', 90)

  expect((await mailsAt(75.9)).subjects).toEqual([])
  expect((await mailsAt(76)).subjects).toEqual(['API key “Report” expires within 14 days'])
  expect((await mailsAt(80)).subjects).toEqual([])
  expect((await mailsAt(83)).subjects).toEqual(['API key “Report” expires within 7 days'])
  expect((await mailsAt(83.1)).subjects).toEqual([])
  expect((await mailsAt(89)).subjects).toEqual(['API key “Report” expires within a day'])
  expect((await mailsAt(89.5)).subjects).toEqual([])
  expect((await mailsAt(91)).subjects).toEqual([])
})

test('after a pause the nearest warning comes alone', async () => {
  const { make, mailsAt } = await organization()
  await make('Report', 90)

  expect((await mailsAt(89.5)).subjects).toEqual(['API key “Report” expires within a day'])
  expect((await mailsAt(89.6)).subjects).toEqual([])
})

test('the mail says which key, when it ends and where it is rotated', async () => {
  const { access, make, mailsAt } = await organization()
  const { prefix, last4, secret } = await make('Report', 30)

  const [mail] = (await mailsAt(20)).own

  expect(mail?.text).toContain(`${prefix}...${last4}`)
  expect(mail?.text).toContain(new Date(start + 30 * day).toISOString())
  expect(mail?.text).toContain(`https://masthead.test/o/${access.organization.slug}/settings/api`)
  expect(mail?.text).not.toContain(secret)
})

test('a key that lives no longer than the warning is not warned of at once', async () => {
  const { make, mailsAt } = await organization()
  await make('A week', 7)

  expect((await mailsAt(0.5)).subjects).toEqual([])
  expect((await mailsAt(6.5)).subjects).toEqual(['API key “A week” expires within a day'])
})

test('nobody is warned of a key that is off, revoked or followed by another', async () => {
  const { make, mailsAt, change } = await organization()
  const past = new Date(start)
  await change((await make('Off', 30)).id, { disabled_at: past })
  await change((await make('Revoked', 30)).id, { revoked_at: past })
  const old = await make('Followed', 30)
  await change((await make('Next', 90)).id, { rotated_from: old.id })

  expect((await mailsAt(20)).subjects).toEqual([])
})

test('who left or was disabled gets no mail', async () => {
  const { database, owner, make, mailsAt } = await organization()
  await make('Report', 30)
  await database.asIdentity((db) =>
    db.updateTable('auth.memberships').set({ suspended_at: new Date() }).where('user_id', '=', owner.userId).execute(),
  )

  expect((await mailsAt(20)).subjects).toEqual([])
})

test('without a mail server nothing is marked, so that a later one still tells', async () => {
  const { make, mailsAt } = await organization()
  await make('Report', 30)

  expect((await mailsAt(20, { isConfigured: false })).count).toBe(0)
  expect((await mailsAt(20)).subjects).toHaveLength(1)
})

test('two nodes at once mail once', async () => {
  const { make, mailsAt } = await organization()
  for (let at = 0; at < 5; at++) await make(`Key ${at}`, 30)

  const rounds = await Promise.all(Array.from({ length: 4 }, () => mailsAt(20)))

  const rest = await mailsAt(20)
  expect([...rounds, rest].flatMap(({ subjects }) => subjects)).toHaveLength(5)
})

test('a mail that cannot be queued leaves no mark', async () => {
  const { database, make, mailsAt } = await organization()
  await make('Report', 30)
  const mail: Mail = { isConfigured: true, queue: () => Promise.reject(new Error('no queue')) }
  const now = new Date(start + 20 * day)

  await expect(database.asIdentity((db) => warnOfExpiry(db, { mail, baseUrl: '', now, batch: 100 }))).rejects.toThrow(
    'no queue',
  )
  expect((await mailsAt(20)).subjects).toHaveLength(1)
})
