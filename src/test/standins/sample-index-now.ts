import { afterEachFile } from '#test/after-file.ts'

import { openIndexNow } from './indexnow.ts'

type IndexNow = Awaited<ReturnType<typeof openIndexNow>>

let service: Promise<IndexNow> | undefined

afterEachFile(async () => {
  const ending = service
  service = undefined
  if (ending !== undefined) await (await ending).close()
})

/** IndexNow of a file's samples and stages, in place of its own host. */
export function sampleIndexNow(): Promise<IndexNow> {
  return (service ??= openIndexNow())
}
