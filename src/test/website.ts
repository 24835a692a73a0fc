import { listening, type Listening } from './listening.ts'

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
