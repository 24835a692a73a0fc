// A bare `node:http` server that answers the very bytes that it was given, from buffers: the least that an answer costs. Its
// answers come as a message; its port goes back as one.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Answers by path, as the product gave them (names of headers in small letters): whole and as a 304; `body` in base64. */
export type BaselineAnswers = Record<
  string,
  { headers: Record<string, string>; notModified: Record<string, string>; body: string }
>

type Ready = Omit<BaselineAnswers[string], 'body'> & { body: Buffer; etag: string | undefined }

const [given] = (await once(process, 'message')) as [BaselineAnswers]
const answers = new Map<string, Ready>()
for (const [path, { headers, notModified, body }] of Object.entries(given))
  answers.set(path, { headers, notModified, body: Buffer.from(body, 'base64'), etag: headers['etag'] })

const server = createServer((request, response) => {
  const answer = answers.get(request.url ?? '')
  if (answer === undefined) return void response.writeHead(404).end()
  if (request.headers['if-none-match'] === answer.etag && answer.etag !== undefined)
    return void response.writeHead(304, answer.notModified).end()
  response.writeHead(200, answer.headers).end(answer.body)
}).listen(0, '127.0.0.1')
await once(server, 'listening')
process.send?.((server.address() as AddressInfo).port)
