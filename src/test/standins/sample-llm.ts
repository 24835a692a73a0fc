import { afterEachFile } from '#test/after-file.ts'

import { openLlm } from './llm.ts'

type Llm = Awaited<ReturnType<typeof openLlm>>

let llm: Promise<Llm> | undefined

afterEachFile(async () => {
  const ending = llm
  llm = undefined
  if (ending !== undefined) await (await ending).close()
})

/** The providers of models of a file's samples and stages. */
export function sampleLlm(): Promise<Llm> {
  return (llm ??= openLlm())
}
