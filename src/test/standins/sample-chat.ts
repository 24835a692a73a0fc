import { afterEachFile } from '#test/after-file.ts'

import { openChat } from './chat.ts'

type Chat = Awaited<ReturnType<typeof openChat>>

let chat: Promise<Chat> | undefined

afterEachFile(async () => {
  const ending = chat
  chat = undefined
  if (ending !== undefined) await (await ending).close()
})

/** The team chat of a file's samples and stages, in place of Slack's own hosts. */
export function sampleChat(): Promise<Chat> {
  return (chat ??= openChat())
}
