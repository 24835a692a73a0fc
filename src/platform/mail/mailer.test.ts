import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { Secret } from '#kernel/secret.ts'
import { openVault } from '#platform/vault/vault.ts'
import type { Vault } from '#platform/vault/vault.ts'
import { openTestDatabase } from '#test/database.ts'

import { createMailer, type Mailer } from './mailer.ts'
import { claimMails } from './queue.ts'
import { SmtpFault, smtpTo } from './smtp.ts'

type Received = { from: string; to: string[]; text: string }

let database: Awaited<ReturnType<typeof openTestDatabase>>
let vault: Vault
let server: SMTPServer
let port: number
let received: Received[]
/** What the server answers to the next mails instead of taking them. */
let refusals: { responseCode: number; message: string }[]
let lines: { fields: Record<string, unknown>; event: string }[]
const mailers: Mailer[] = []

beforeAll(async () => {
  database = await openTestDatabase()
  const key = { kid: 'k', key: new Secret(Buffer.alloc(32, 7)) }
  vault = await openVault({ keys: [key], dataDir: '' })
})
afterAll(() => database.close())

beforeEach(async () => {
  received = []
  refusals = []
  lines = []
  server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'desk' && password === 'pass/word'
        ? done(null, { user: 'desk' })
        : done(new Error('wrong account of desk')),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const refusal = refusals.shift()
        if (refusal !== undefined) return done(Object.assign(new Error(refusal.message), refusal))
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom === false ? '' : mailFrom.address
        received.push({ from, to: rcptTo.map(({ address }) => address), text: Buffer.concat(chunks).toString() })
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  port = (server.server.address() as AddressInfo).port
  await database.asIdentity((db) => db.deleteFrom('auth.mail').execute())
})
afterEach(async () => {
  for (const mailer of mailers.splice(0)) await mailer.stop()
  await new Promise<void>((resolve) => server.close(resolve))
})

const smtp = (account = 'desk:pass%2Fword') =>
  smtpTo({ server: new Secret(`smtp://${account}@127.0.0.1:${port}`), from: 'The desk <desk@masthead.test>' })

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

  expect(received).toHaveLength(1)
  expect(received[0]).toMatchObject({ from: 'desk@masthead.test', to: ['person@example.com'] })
  expect(received[0]?.text).toMatch(/^From: The desk <desk@masthead.test>\r\nTo: person@example.com\r\n/m)
  expect(received[0]?.text).toContain('https://x.test/#link')
  expect(await waiting()).toEqual([])
})

test('what waits in the table is sealed', async () => {
  await queue(newMailer())

  const [row] = await waiting()
  expect(row?.sealed).toMatch(/^v1:k:/)
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

  expect(received).toEqual([])
})

test('a server that refuses is asked again later, under the same Message-ID', async () => {
  const mailer = newMailer()
  refusals = [{ responseCode: 451, message: 'later, dear person@example.com' }]
  await queue(mailer)
  await mailer.sendDue()

  const [row] = await waiting()
  expect(row).toMatchObject({ attempts: 1, claimed_until: null, last_error: 'EMESSAGE 451' })
  expect(row?.next_attempt_at.getTime()).toBeGreaterThan(Date.now() + 50_000)
  await mailer.sendDue()
  expect(received).toEqual([])

  await setTime('next_attempt_at', -1)
  await mailer.sendDue()
  expect(received).toHaveLength(1)
  expect(received[0]?.text).toContain(`Message-ID: <${row?.id}@masthead.test>`)
})

test('after a day of refusals a mail is given up', async () => {
  const mailer = newMailer()
  refusals = [{ responseCode: 550, message: 'no such person@example.com' }]
  await queue(mailer)
  await setTime('created_at', -25)
  await mailer.sendDue()

  expect(await waiting()).toEqual([])
  expect(lines.map(({ event }) => event)).toEqual(['mail given up'])
})

test('the log tells neither addresses nor links nor the words of the server', async () => {
  const mailer = newMailer()
  refusals = [{ responseCode: 451, message: 'later, dear person@example.com' }]
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
  expect(received).toEqual([])

  await setTime('claimed_until', -1)
  await mailer.sendDue()
  expect(received).toHaveLength(1)
})

test('two nodes send each mail once', async () => {
  const [one, other] = [newMailer(), newMailer()]
  for (let n = 0; n < 12; n++) await queue(one, { ...message, to: `person${n}@example.com` })
  await Promise.all([one.sendDue(), other.sendDue()])

  expect(received.flatMap(({ to }) => to).toSorted()).toEqual(
    Array.from({ length: 12 }, (_, n) => `person${n}@example.com`).toSorted(),
  )
})

test('a message for nobody is dropped without a word', async () => {
  const mailer = newMailer()
  await database.asIdentity((db) => mailer.queue(db, { ...message, to: null }))
  await mailer.sendDue()

  expect([received, await waiting(), lines]).toEqual([[], [], []])
})

test('an address is never read as a list, nor a subject as more headers', async () => {
  const mailer = newMailer()
  await queue(mailer, { to: 'first,second@example.com', subject: 'One\r\nBcc: third@example.com', text: 'x' })
  await mailer.sendDue()

  expect(received.flatMap(({ to }) => to)).not.toContain('second@example.com')
  expect(received.flatMap(({ to }) => to)).not.toContain('third@example.com')
  expect(received[0]?.text).not.toMatch(/^Bcc:/im)
})

test('the server is greeted with the account, and a wrong one is told without its words', async () => {
  await smtp().greet()

  const refused = await smtp('desk:wrong')
    .greet()
    .catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(SmtpFault)
  expect(String(refused)).toBe('SmtpFault: The mail server refused: EAUTH 535')
})
