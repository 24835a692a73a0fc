import { afterEachFile } from '#test/after-file.ts'

import { openGoogle } from './google.ts'
import { sampleLlm } from './sample-llm.ts'

type Google = Awaited<ReturnType<typeof openGoogle>>

let service: Promise<Google> | undefined

afterEachFile(async () => {
  const ending = service
  service = undefined
  if (ending !== undefined) await (await ending).close()
})

/** Google of a file's samples and stages, in place of its own hosts. */
export function sampleGoogle(): Promise<Google> {
  return (service ??= sampleLlm().then(({ url }) => openGoogle({ models: url })))
}
