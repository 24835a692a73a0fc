import { afterEachFile } from '#test/after-file.ts'
import { type Listening, listening } from '#test/listening.ts'

let site: Promise<Listening> | undefined

afterEachFile(async () => {
  const ending = site
  site = undefined
  if (ending !== undefined) await (await ending).close()
})

/** A website of one page, for samples and stages of a file. */
export function sampleSite(): Promise<Listening> {
  return (site ??= listening((request, response) => {
    const isPage = request.url === '/'
    response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html' })
    response.end(isPage ? '<!doctype html><title>A page</title><p>Words.</p>' : 'Nothing')
  }))
}
