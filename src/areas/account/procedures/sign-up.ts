import { z } from 'zod'

import { emailKey, emailText } from '#areas/account/people/email-address.ts'
import { addPerson, isKnownAddress } from '#areas/account/people/people.ts'
import { limitTries } from '#areas/account/sign-in/limit-tries.ts'
import { objectionToPassword } from '#areas/account/sign-in/password-rules.ts'
import { openSession } from '#areas/account/sign-in/sessions.ts'
import { addressOfSignUp, addSignUp, endSignUp } from '#areas/account/sign-in/sign-ups.ts'
import { Refusal } from '#kernel/errors.ts'
import { procedure, type ProcedureCtx } from '#kernel/procedure.ts'
import { givenName } from '#kernel/schema.ts'
import { hashOf, isToken } from '#kernel/tokens.ts'

const input = z
  .strictObject({
    email: emailText().optional(),
    token: z.string().max(200).optional().describe('From the mailed link'),
    displayName: givenName(80).optional(),
    password: z.string().max(1024).optional().describe('Required with a token'),
  })
  .refine(
    ({ email, token, displayName, password }) =>
      token === undefined
        ? email !== undefined && displayName === undefined && password === undefined
        : email === undefined && password !== undefined,
    {
      message: 'Must have either email alone, or token and password',
    },
  )

/**
 * An account without an invitation, in two steps: an address gets a link, and the link creates the account. The first step
 * answers alike for an address that has an account, which gets a different mail; the second proves that the address is theirs.
 */
export const signUp = procedure({
  name: 'signUp',
  title: 'Sign up',
  summary: 'Sends a link to an address, and creates the account of the person who opens it. Only if sign-up is open.',
  excluded: 'auth_internals',
  instead: 'open the sign-up page of the web application',
  asks: 'nobody',
  risk: 'write',
  errors: ['not_found', 'role_forbidden', 'not_connected', 'conflict'],
  input,
  output: z.object({ state: z.enum(['link_sent', 'signed_in']) }),

  async prepare(ctx, { email, token, password }) {
    if (!ctx.isSignUpOpen)
      throw new Refusal('role_forbidden', 'Nobody signs up here without an invitation. Ask for one.')
    if (!ctx.mail.isConfigured)
      throw new Refusal('not_connected', 'Sign-up needs a mail server, and this installation has none.', {
        howToFix: 'The operator sets a mail server, or people are invited.',
      })
    await limitTries(ctx.attempts, `sign-up:${ctx.browser.addressPrefix}`)
    if (email !== undefined) {
      // Whether or not it has an account, an address gets only a few mails.
      await limitTries(ctx.attempts, `sign-up:${hashOf(emailKey(email)).toString('hex')}`)
      return { kind: 'address' as const, email }
    }
    if (token === undefined || password === undefined || !isToken(token)) throw linkEnded()
    const address = await ctx.read((db) => addressOfSignUp(db, token, ctx.now))
    if (address === undefined) throw linkEnded()
    const problem = await objectionToPassword(password, address)
    if (problem !== undefined)
      throw new Refusal('validation_failed', `The password cannot be used: ${problem.message}`, [
        { ...problem, path: `/input${problem.path}` },
      ])
    return { kind: 'link' as const, token, email: address, phc: await ctx.passwords.hash(password) }
  },

  async handle(ctx, { displayName }, asked) {
    if (asked.kind === 'address') {
      await mailLink(ctx, asked.email)
      return { state: 'link_sent' as const }
    }
    const { db, browser, now } = ctx
    if (!(await endSignUp(db, asked.token))) throw linkEnded()
    const userId = await addPerson(db, { email: asked.email, displayName, phc: asked.phc, verifiedAt: now })
    if (userId === undefined) throw new Refusal('conflict', 'This address has an account now. Sign in with it.')
    const { token } = await openSession(db, { userId, organizationId: null, ...browser, now })
    ctx.giveSession(token)
    return { state: 'signed_in' as const }
  },
})

async function mailLink({ db, mail, now, baseUrl }: ProcedureCtx<'nobody'>, email: string): Promise<void> {
  const isKnown = await isKnownAddress(db, email)
  const token = await addSignUp(db, email, now)
  const lines = isKnown
    ? [
        'Somebody, probably you, asked for an account with this address. It already has one: sign in here.',
        `${baseUrl}/sign-in`,
      ]
    : [
        'Open this link to choose a password and finish your account. It works once, within 24 hours:',
        `${baseUrl}/sign-up#${token}`,
      ]
  await mail.queue(db, {
    to: email,
    subject: 'Your account',
    text: [...lines, 'If you did not ask for this, ignore it: nothing happens without the link.'].join('\n\n'),
  })
}

const linkEnded = () => new Refusal('not_found', 'This link is not valid, or no longer valid. Ask for another one.')
