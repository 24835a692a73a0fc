import { Secret } from '#kernel/secret.ts'
import type { ConfiguredWebhooks } from '#kernel/webhook.ts'

import { listening, type Listening } from './listening.ts'
import type { Stage } from './stage.ts'

let website: Promise<Listening> | undefined

/** The address of a website on this machine that accepts everything it is sent. It does not keep the process alive. */
export async function sampleWebsite(): Promise<string> {
  website ??= listening((request, response) => {
    request.resume().on('end', () => response.writeHead(204).end())
  })
  const { url, server } = await website
  server.unref()
  return `${url}/api/revalidate`
}

/** The webhook of a website that is notified of every change, for `stage({ webhooks: told })`. Nothing is sent. */
export const told: ConfiguredWebhooks = () => ({
  url: 'https://site.example/hook',
  secret: new Secret('x'.repeat(32)),
  legacyHeader: null,
})

/** What websites learn of what `work` does: the reasons, and the items that they concern. */
export async function toldDuring(
  { rows }: Pick<Stage, 'rows'>,
  work: () => Promise<unknown>,
): Promise<{ reason: string; itemIds: string[] }[]> {
  await rows(({ db }) => db.deleteFrom('delivery').execute())
  await work()
  const found = await rows(({ db }) => db.selectFrom('delivery').select(['reason', 'subjects']).orderBy('id').execute())
  return found.map(({ reason, subjects }) => ({ reason, itemIds: subjects }))
}
