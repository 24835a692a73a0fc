import { expect, test } from 'vitest'

import { inviteMember } from '#areas/organizations/operations/invite-member.ts'
import { addUser } from '#test/people.ts'
import { procedureStage } from '#test/procedures.ts'
import { stage } from '#test/stage.ts'

async function invited(email: string) {
  const on = await stage()
  const { acceptUrl = '' } = await on.call(
    inviteMember,
    { email, role: 'editor', message: 'See you soon.' },
    on.inPerson(),
  )
  return { ...(await procedureStage()), token: acceptUrl.split('#')[1] ?? '' }
}

test('a person with the link sees what it is, and creates an account where there is none', async () => {
  const { call, token } = await invited('new@example.com')

  const { result } = await call('getInvitation', { token })

  expect(result).toEqual({
    organization: { name: 'Organization of the test' },
    role: 'editor',
    status: 'pending',
    email: 'new@example.com',
    invitedBy: { name: 'Person of the test' },
    message: 'See you soon.',
    expiresAt: expect.stringMatching(/Z$/),
    next: 'create_account',
  })
})

test('the address of an account is masked for all but its own person', async () => {
  const { database, signIn } = await procedureStage()
  const [own, other] = [await addUser(database), await addUser(database)]
  const { call, token } = await invited(`${own}@example.com`)

  const shown = async (session?: string) => {
    const { result } = await call('getInvitation', { token }, { token: session })
    return [result.next, result.email]
  }
  expect(await shown()).toEqual(['sign_in', 'u•••@example.com'])
  expect(await shown(await signIn(other))).toEqual(['other_account', 'u•••@example.com'])
  expect(await shown(await signIn(own))).toEqual(['accept', `${own}@example.com`])
})

test.each(['', 'nonsense', `mh_inv_${'y'.repeat(43)}`])('%j is unknown', async (token) => {
  const { call } = await procedureStage()

  await expect(call('getInvitation', { token })).rejects.toMatchObject({ code: 'not_found' })
})
