import { expect, onTestFinished, test } from 'vitest'

import { listIntegrations } from '#areas/integrations/operations/list-integrations.ts'
import { setConnectorSecret } from '#areas/integrations/operations/set-connector-secret.ts'
import { openConnectors } from '#connectors/index.ts'
import { stage } from '#test/stage.ts'
import { openChat } from '#test/standins/chat.ts'
import { openWordpress } from '#test/standins/wordpress.ts'

const outcomes = (calls: readonly Promise<unknown>[]) =>
  Promise.all(
    calls.map((call) =>
      call.then(
        () => 'connected',
        ({ code }: { code: string }) => code,
      ),
    ),
  )

test('of people who connect the same service at the same time, one connects it', async () => {
  const site = await openWordpress()
  onTestFinished(site.close)
  const on = await stage()
  const connect = () => on.call(setConnectorSecret, site.given, { confirm: true, ...on.inPerson({ elevated: true }) })

  const found = await outcomes([connect(), connect(), connect()])

  expect(found.toSorted()).toEqual(['conflict', 'conflict', 'connected'])
})

test('of chats that are connected at the same time, no more are than there may be', async () => {
  const chat = await openChat()
  onTestFinished(chat.close)
  const on = await stage({ connectors: openConnectors({ discord: chat.url }) })
  const connect = () => on.call(setConnectorSecret, chat.discord, { confirm: true, ...on.inPerson({ elevated: true }) })

  const found = await outcomes(Array.from({ length: 23 }, connect))

  expect(found.filter((one) => one !== 'connected')).toEqual(['conflict', 'conflict', 'conflict'])
  expect((await on.call(listIntegrations, {})).total).toBe(20)
})
