import { beforeAll, expect, test } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import type { Mail } from '#kernel/mail.ts'
import { Secret } from '#kernel/secret.ts'
import { quickPace } from '#test/sender.ts'
import { ownDatabase } from '#test/shared-parts.ts'
import { stage } from '#test/stage.ts'

import { claimDeliveries, giveBack } from './claim-deliveries.ts'
import { markDelivery } from './mark-delivery.ts'

// What waits for delivery is taken for all organizations.
beforeAll(async () => void (await ownDatabase()))

type Stage = Awaited<ReturnType<typeof stage>>

/** An organization with a website that is due to be notified of an article. */
async function withNews() {
  const webhook = { url: 'https://website.example/', secret: new Secret('x'), legacyHeader: null }
  const on = await stage({ webhooks: () => webhook, debounceMs: 0 })
  await on.call(createItem, { collectionId: 'articles', title: 'A', status: 'published' }, { confirm: true })
  return on
}

const end = ({ access, database }: Stage, change: { deleted_at?: Date | null; suspended_at?: Date | null }) =>
  database.asIdentity((db) =>
    db.updateTable('auth.organizations').set(change).where('id', '=', access.organization.id).execute(),
  )

const claim = (on: Stage) =>
  on.database.asSystem((db) => claimDeliveries(db, quickPace, { limit: 100, healthyOnly: false }))

const claimedOnce = async (on: Stage) => {
  const taken = await claim(on)
  await on.database.asSystem((db) => giveBack(db, taken))
  return taken.map(({ organizationId }) => organizationId)
}

test('websites of suspended and deleted organizations are sent nothing until they are open again', async () => {
  const [open, suspended, deleted] = [await withNews(), await withNews(), await withNews()]
  await end(suspended, { suspended_at: new Date() })
  await end(deleted, { deleted_at: new Date() })

  expect(await claimedOnce(open)).toEqual([open.access.organization.id])
  await end(suspended, { suspended_at: null })
  expect((await claimedOnce(open)).toSorted()).toEqual(
    [open.access.organization.id, suspended.access.organization.id].toSorted(),
  )
})

test('an answer that comes after the organization was deleted is marked, and mailed to nobody', async () => {
  const on = await withNews()
  const { id: organizationId } = on.access.organization
  const mails: unknown[] = []
  const mail: Mail = { isConfigured: true, queue: async (_db, message) => void mails.push(message) }
  const [held] = (await claim(on)).filter((one) => one.organizationId === organizationId)
  await end(on, { deleted_at: new Date() })

  const gone = { status: 410, error: { code: 'target_rejected', message: 'The website answered 410.' } }
  const told = { mail, baseUrl: 'https://masthead.test', pace: quickPace }
  const state = await on.rows(async ({ db }) => held && markDelivery(db, held, gone, told))

  const row = await on.rows(({ db }) => db.selectFrom('delivery').selectAll().executeTakeFirstOrThrow())
  expect([state, row.http_status, row.lease_until, mails]).toEqual(['failed', 410, null, []])
})
