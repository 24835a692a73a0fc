import { z } from 'zod'

import {
  addPerson,
  limitTries,
  emailKey,
  objectionToPassword,
  openSession,
  showOrganization,
} from '#areas/account/index.ts'
import {
  accountOf,
  findLinked,
  join,
  type LinkedInvitation,
  lockForIdentity,
  mayStillGive,
  useUp,
} from '#areas/organizations/invitation-links.ts'
import { hashOfInvitation, stateForbids } from '#areas/organizations/invitations.ts'
import { type Problem, Refusal } from '#kernel/errors.ts'
import type { UserId } from '#kernel/ids.ts'
import { type PrepareProcedureCtx, procedure, type ProcedureCtx } from '#kernel/procedure.ts'
import { givenName, id } from '#kernel/schema.ts'
import { roles } from '#kernel/scope.ts'

const input = z.strictObject({
  token: z.string().max(200),
  displayName: givenName(80).optional().describe('Your name, if the account is new'),
  password: z.string().max(1024).optional().describe('Required if the account is new'),
})

export const acceptInvitation = procedure({
  name: 'acceptInvitation',
  title: 'Accept an invitation',
  summary: 'Joins an organization with the link of an invitation: with the account of that address, or with a new one.',
  excluded: 'auth_internals',
  instead: 'open the link of the invitation in a browser',
  asks: 'either',
  risk: 'write',
  errors: ['not_found', 'invalid_transition', 'already_member', 'role_forbidden', 'conflict'],
  input,
  output: z.object({
    organization: z.object({ id: id('organization'), slug: z.string(), name: z.string(), role: z.enum(roles) }),
    createdAccount: z.boolean(),
  }),

  async prepare(ctx, { token, password }) {
    const attempt = `invitation:${ctx.browser.addressPrefix}`
    // Counted before the password is hashed; a working link ends the count.
    await limitTries(ctx.attempts, attempt)
    const hash = hashOfInvitation(token) ?? unknownLink()
    const found = await ctx.read(async (db) => {
      const invitation = await findLinked(db, hash, ctx.now)
      return invitation && { invitation, account: await accountOf(db, invitation.email) }
    })
    const { invitation, account } = found ?? unknownLink()
    requireOpen(invitation)
    const phc =
      ctx.person === null && account === undefined ? await newHash(ctx, invitation.email, password) : undefined
    await ctx.attempts.forget(attempt)
    return { hash, phc }
  },

  async handle(ctx, { displayName }, { hash, phc }) {
    const { db, now, person } = ctx
    const known = (await findLinked(db, hash, now)) ?? unknownLink()
    await lockForIdentity(db, known.organization.id)
    // Read again under the lock: when two accept at the same time, one of them is second.
    const invitation = (await findLinked(db, hash, now)) ?? unknownLink()
    requireOpen(invitation)
    if (!mayStillGive(invitation)) throw inviterGone()

    const userId = person === null ? await newAccount(ctx, invitation, { phc, displayName }) : person.userId
    if (person !== null) await requireInvited(ctx, invitation)
    if (!(await join(db, invitation, { userId, now })))
      throw new Refusal('already_member', `You are already a member of ${invitation.organization.name}.`)
    await useUp(db, invitation, userId, now)

    await present(ctx, invitation, userId)
    return { organization: { ...invitation.organization, role: invitation.role }, createdAccount: person === null }
  },
})

type Ctx = ProcedureCtx<'either'>

/**
 * The signed-in account must be the invited one, with an address that is proven where it could be
 * (organizations.md#accepting-needs-proof).
 */
async function requireInvited({ db, person, mail }: Ctx, { email, sentByMail }: LinkedInvitation): Promise<void> {
  if (person === null || emailKey(person.email) !== emailKey(email))
    throw new Refusal('conflict', 'This invitation is for another address. Sign out, then open its link again.', {
      reason: 'other_account',
    })
  if (sentByMail || !mail.isConfigured || (await accountOf(db, email))?.isVerified === true) return
  throw new Refusal('conflict', 'The address of your account is not verified. Verify it, then open the link again.', {
    reason: 'address_not_verified',
  })
}

async function newAccount(
  { db, now }: Ctx,
  { email, sentByMail }: LinkedInvitation,
  { phc, displayName }: { phc: string | undefined; displayName: string | undefined },
): Promise<UserId> {
  const added =
    phc === undefined
      ? undefined
      : await addPerson(db, { email, displayName, phc, verifiedAt: sentByMail ? now : null })
  if (added === undefined)
    throw new Refusal(
      'conflict',
      'An account with this address already exists. Sign in with it, then open the link again.',
      {
        reason: 'sign_in_first',
      },
    )
  return added
}

/** The browser shows the new organization; a new account is signed in, which counts as elevation. */
async function present(ctx: Ctx, { organization }: LinkedInvitation, userId: UserId): Promise<void> {
  const { db, now, person, browser } = ctx
  ctx.concerns(organization.id, userId)
  if (person !== null) {
    await showOrganization(db, person.sessionId, organization.id)
    return
  }
  const { token } = await openSession(db, { userId, organizationId: organization.id, ...browser, now })
  ctx.giveSession(token)
}

async function newHash(ctx: PrepareProcedureCtx<'either'>, email: string, password: string | undefined) {
  const missing: Problem = { path: '/password', message: 'Required for a new account', code: 'required' }
  const problem = password === undefined ? missing : await objectionToPassword(password, email)
  if (problem !== undefined)
    throw new Refusal('validation_failed', `The password cannot be used: ${problem.message}`, [
      { ...problem, path: `/input${problem.path}` },
    ])
  return ctx.passwords.hash(password ?? '')
}

function requireOpen({ status }: LinkedInvitation): void {
  if (status !== 'pending') throw stateForbids(status, 'accepted', [])
}

function unknownLink(): never {
  throw new Refusal('not_found', 'This invitation is not valid, or no longer valid. Ask for a new one.')
}

const inviterGone = () =>
  new Refusal('role_forbidden', 'The person who invited you can no longer give this role. Ask for a new invitation.')
