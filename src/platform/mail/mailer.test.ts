import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { askedAs } from '#kernel/asked.ts'
import { Secret } from '#kernel/secret.ts'
import type { Vault } from '#platform/vault/vault.ts'
import { openTestDatabase } from '#test/database.ts'
import { type MailServer, openMailServer } from '#test/mail-server.ts'
import { testVault } from '#test/vault.ts'

import { createMailer, type Mailer } from './mailer.ts'
import { claimMails } from './queue.ts'
import { SmtpFault, smtpTo } from './smtp.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
let vault: Vault
let server: MailServer
let lines: { fields: Record<string, unknown>; event: string }[]
const mailers: Mailer[] = []

beforeAll(async () => {
  database = await openTestDatabase()
  vault = await testVault()
})
afterAll(() => database.close())

beforeEach(async () => {
  lines = []
  server = await openMailServer()
  await database.asIdentity((db) => db.deleteFrom('auth.mail').execute())
})
afterEach(async () => {
  for (const mailer of mailers.splice(0)) await mailer.stop()
  await server.close()
})

const smtp = (url = server.url) => smtpTo({ server: new Secret(url), from: 'The desk <desk@masthead.test>' })

function newMailer(): Mailer {
  const note = (fields: Record<string, unknown>, event: string) => void lines.push({ fields, event })
  const log = { debug: note, info: note, warn: note, error: note }
  const mailer = createMailer({ database, sealing: vault, smtp: smtp(), log })
  mailers.push(mailer)
  return mailer
}

const message = { to: 'person@example.com', subject: 'A subject – with a dash', text: 'Open https://x.test/#link\n' }
const queue = (mailer: Mailer, one = message) => database.asIdentity((db) => mailer.queue(db, one))
const waiting = () => database.asIdentity((db) => db.selectFrom('auth.mail').selectAll().execute())
const setTime = (column: 'created_at' | 'next_attempt_at' | 'claimed_until', hours: number) =>
  database.asIdentity((db) =>
    sql`update auth.mail set ${sql.ref(column)} = clock_timestamp() + ${hours} * interval '1 hour'`.execute(db),
  )

test('a queued mail arrives once, and its row is gone', async () => {
  const mailer = newMailer()
  await queue(mailer)
  await mailer.sendDue()
  await mailer.sendDue()

  expect(server.received).toHaveLength(1)
  expect(server.received[0]).toMatchObject({ from: 'desk@masthead.test', to: ['person@example.com'] })
  expect(server.received[0]?.text).toMatch(/^From: The desk <desk@masthead.test>\r\nTo: person@example.com\r\n/m)
  expect(server.received[0]?.text).toContain('https://x.test/#link')
  expect(await waiting()).toEqual([])
})

test('what waits in the table is sealed', async () => {
  await queue(newMailer())

  const [row] = await waiting()
  expect(row?.sealed).toMatch(/^v1:test:/)
  expect(JSON.stringify(row)).not.toMatch(/example\.com|x\.test/)
})

test('a mail of a transaction that is rolled back is never sent', async () => {
  const mailer = newMailer()
  const rolledBack = database.asIdentity(async (db) => {
    await mailer.queue(db, message)
    throw new Error('changed my mind')
  })
  await expect(rolledBack).rejects.toThrow('changed my mind')
  await mailer.sendDue()

  expect(server.received).toEqual([])
})

test('a server that refuses is asked again later, under the same Message-ID', async () => {
  const mailer = newMailer()
  server.refusals.push({ responseCode: 451, message: 'later, dear person@example.com' })
  await queue(mailer)
  await mailer.sendDue()

  const [row] = await waiting()
  expect(row).toMatchObject({ attempts: 1, claimed_until: null, last_error: 'EMESSAGE 451' })
  expect(row?.next_attempt_at.getTime()).toBeGreaterThan(Date.now() + 50_000)
  await mailer.sendDue()
  expect(server.received).toEqual([])

  await setTime('next_attempt_at', -1)
  await mailer.sendDue()
  expect(server.received).toHaveLength(1)
  expect(server.received[0]?.text).toContain(`Message-ID: <${row?.id}@masthead.test>`)
})

test('after a day of refusals a mail is given up', async () => {
  const mailer = newMailer()
  server.refusals.push({ responseCode: 550, message: 'no such person@example.com' })
  await queue(mailer)
  await setTime('created_at', -25)
  await mailer.sendDue()

  expect(await waiting()).toEqual([])
  expect(lines.map(({ event }) => event)).toEqual(['mail given up'])
})

test('the log tells neither addresses nor links nor the words of the server', async () => {
  const mailer = newMailer()
  server.refusals.push({ responseCode: 451, message: 'later, dear person@example.com' })
  await queue(mailer)
  await mailer.sendDue()
  await setTime('next_attempt_at', -1)
  await mailer.sendDue()

  expect(lines.map(({ event }) => event)).toEqual(['mail not sent yet', 'mail sent'])
  expect(JSON.stringify(lines)).not.toMatch(/example\.com|x\.test|dear|subject/)
})

test('a mail that a dead node had claimed is sent when its lease is over', async () => {
  await queue(newMailer())
  await database.asIdentity((db) => claimMails(db, 5))
  const mailer = newMailer()
  await mailer.sendDue()
  expect(server.received).toEqual([])

  await setTime('claimed_until', -1)
  await mailer.sendDue()
  expect(server.received).toHaveLength(1)
})

test('two nodes send each mail once', async () => {
  const [one, other] = [newMailer(), newMailer()]
  for (let n = 0; n < 12; n++) await queue(one, { ...message, to: `person${n}@example.com` })
  await Promise.all([one.sendDue(), other.sendDue()])

  expect(server.received.flatMap(({ to }) => to).toSorted()).toEqual(
    Array.from({ length: 12 }, (_, n) => `person${n}@example.com`).toSorted(),
  )
})

test('a message for nobody is dropped without a word', async () => {
  const mailer = newMailer()
  await database.asIdentity((db) => mailer.queue(db, { ...message, to: null }))
  await mailer.sendDue()

  expect([server.received, await waiting(), lines]).toEqual([[], [], []])
})

test('an address is never read as a list, nor a subject as more headers', async () => {
  const mailer = newMailer()
  await queue(mailer, { to: 'first,second@example.com', subject: 'One\r\nBcc: third@example.com', text: 'x' })
  await mailer.sendDue()

  expect(server.received.flatMap(({ to }) => to)).not.toContain('second@example.com')
  expect(server.received.flatMap(({ to }) => to)).not.toContain('third@example.com')
  expect(server.received[0]?.text).not.toMatch(/^Bcc:/im)
})

test('the server is greeted with the account, and a wrong one is reported without its words', async () => {
  await smtp().greet()

  const refused = await smtp(server.url.replace(/:[^:@]+@/, ':wrong@'))
    .greet()
    .catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(SmtpFault)
  expect(String(refused)).toBe('SmtpFault: The mail server refused: EAUTH 535')
})

test('mails of a party that has many do not hold up those of others', async () => {
  const mailer = newMailer()
  for (let n = 0; n < 30; n++)
    await askedAs({ party: 'org_busy' }, () => queue(mailer, { ...message, to: `busy${n}@example.com` }))
  await askedAs({ party: '192.0.2.1' }, () => queue(mailer, { ...message, to: 'reset@example.com' }))
  await askedAs({ party: '198.51.100.1' }, () => queue(mailer, { ...message, to: 'other@example.com' }))

  await mailer.sendDue()

  const order = server.received.flatMap(({ to }) => to)
  expect(order).toHaveLength(32)
  expect(order.slice(0, 5)).toEqual(
    expect.arrayContaining(['reset@example.com', 'other@example.com', 'busy0@example.com']),
  )
})

test('what goes to addresses of choice is refused where many mails of the party wait', async () => {
  const mailer = newMailer()
  const invite = (party: string) =>
    askedAs({ party }, () => database.asIdentity((db) => mailer.queue(db, message, { most: 2 })))
  await invite('org_busy')
  await invite('org_busy')

  await expect(invite('org_busy')).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 60 })
  await invite('org_other')
  await askedAs({ party: 'org_busy' }, () => queue(mailer))
  expect(await waiting()).toHaveLength(4)
})
