import { openStandin } from './standin.ts'

const key = '0123456789abcdef'

/** IndexNow and a website with the key file in one: what was submitted, and answers that tests choose. */
export async function openIndexNow() {
  const submitted: { host: string; key: string; keyLocation: string; urlList: string[] }[] = []
  let file: { status: number; text: string } = { status: 200, text: `${key}\n` }
  let status = 200
  const standin = await openStandin(({ method, path, body }) => {
    if (method === 'GET' && path === `/${key}.txt`)
      return { status: file.status, text: file.text, headers: { 'content-type': 'text/plain' } }
    if (method !== 'POST' || path !== '/indexnow') return { status: 404 }
    if (status < 300) submitted.push(JSON.parse(body.toString()) as (typeof submitted)[number])
    return { status }
  })
  const keyLocation = `${standin.url}/${key}.txt`
  return {
    ...standin,
    submitted,
    keyFile: (next: typeof file) => void (file = next),
    answers: (next: number) => void (status = next),
    given: { provider: 'indexnow' as const, settings: { keyLocation }, secret: { key } },
  }
}
