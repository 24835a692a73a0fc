import { afterEachFile } from '#test/after-file.ts'

import { openWordpress } from './wordpress.ts'

type Wordpress = Awaited<ReturnType<typeof openWordpress>>

let site: Promise<Wordpress> | undefined

afterEachFile(async () => {
  const ending = site
  site = undefined
  if (ending !== undefined) await (await ending).close()
})

/** The WordPress of the samples of a file, opened at first use. */
export function sampleWordpress(): Promise<Wordpress> {
  return (site ??= openWordpress())
}
