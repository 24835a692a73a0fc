import { expect, test } from 'vitest'

import { mailbox } from '#test/mailbox.ts'
import { addUser } from '#test/people.ts'
import { procedureStage } from '#test/procedures.ts'

const password = 'a horse on a quiet hill'
let made = 0
const newAddress = () => `new-${++made}-${process.pid}@example.com`

async function open() {
  const mail = mailbox()
  const on = await procedureStage({ mail, isSignUpOpen: true })
  /** The secret of the link in the last mail. */
  const link = () => /\/sign-up#([\w-]{43})\n/.exec(mail.messages.at(-1)?.text ?? '')?.[1] ?? ''
  return { ...on, mail, link }
}

test('an address gets a link, and the link makes a verified account that is signed in', async () => {
  const { call, link, mail, database } = await open()
  const email = newAddress()

  const first = await call('signUp', { email })
  expect([first.result, first.session, mail.messages.map(({ to }) => to)]).toEqual([
    { state: 'link_sent' },
    undefined,
    [email],
  ])
  const { result, session } = await call('signUp', { token: link(), displayName: 'Sam', password })

  expect(result.state).toBe('signed_in')
  expect((await call('listMyOrganizations', {}, { token: session ?? '' })).result.organizations).toEqual([])
  const user = await database.asIdentity((db) =>
    db.selectFrom('auth.users').selectAll().where('email_key', '=', email).executeTakeFirst(),
  )
  expect(user).toMatchObject({ display_name: 'Sam', email_verified_at: expect.any(Date), operator: false })
})

test('an address that has an account gets the same answer and another mail', async () => {
  const { call, link, mail, database } = await open()
  const known = `${await addUser(database)}@example.com`

  const answers = [await call('signUp', { email: newAddress() }), await call('signUp', { email: known })]

  expect(answers[1]).toEqual(answers[0])
  expect(mail.messages[1]).toMatchObject({ to: known, text: expect.stringContaining('https://masthead.test/sign-in') })
  expect(link()).toBe('')
})

test('a link works once, and for a day', async () => {
  const { call, link, database } = await open()
  await call('signUp', { email: newAddress() })
  const used = link()
  await call('signUp', { token: used, password })
  await call('signUp', { email: newAddress() })
  const old = link()
  await database.asIdentity((db) => db.updateTable('auth.sign_ups').set({ expires_at: new Date() }).execute())

  for (const token of [used, old, 'nonsense'])
    await expect(call('signUp', { token, password })).rejects.toMatchObject({ code: 'not_found' })
})

test('a weak password is refused, and the link still works', async () => {
  const { call, link } = await open()
  await call('signUp', { email: newAddress() })

  await expect(call('signUp', { token: link(), password: 'short' })).rejects.toMatchObject({
    details: [{ path: '/input/password' }],
  })
  expect((await call('signUp', { token: link(), password })).result.state).toBe('signed_in')
})

test('an address gets ten mails in a quarter of an hour, from whatever network they are asked for', async () => {
  const { call, mail } = await open()
  const email = newAddress()
  const ask = (n: number) => call('signUp', { email }, { from: `198.51.100.${n}` })
  for (let n = 0; n < 10; n++) await ask(n)

  await expect(ask(11)).rejects.toMatchObject({ code: 'rate_limited' })
  expect(mail.messages).toHaveLength(10)
})

test('nobody signs up where it is closed, or where no mail can be sent', async () => {
  const closed = await procedureStage({ mail: mailbox() })
  const silent = await procedureStage({ isSignUpOpen: true })

  await expect(closed.call('signUp', { email: newAddress() })).rejects.toMatchObject({ code: 'role_forbidden' })
  await expect(silent.call('signUp', { email: newAddress() })).rejects.toMatchObject({ code: 'not_connected' })
})

test.each([{}, { email: 'no address' }, { email: 'a@example.com', password }, { token: 'x'.repeat(43) }])(
  '%j is not enough, or too much',
  async (input) => {
    const { call } = await open()

    await expect(call('signUp', input)).rejects.toMatchObject({ code: 'validation_failed' })
  },
)
