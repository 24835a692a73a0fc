import { type Answer, openStandin, type Request } from './standin.ts'

/** Services that repeat every credential that they are given: in names, codes, sentences and fields. */
export async function openEcho() {
  let isRefusing = false
  const said: string[] = []

  function route(request: Request): Answer {
    const answer = answerTo(request)
    said.push(answer.text ?? JSON.stringify(answer.json))
    return answer
  }

  function answerTo({ method, path, headers, body }: Request): Answer {
    const given = headers.authorization ?? ''
    const basic = Buffer.from(given.split(' ')[1] ?? '', 'base64').toString()
    const heard = [given, basic, path, body.toString('utf8').slice(0, 500)].join(' ')
    if (path.startsWith('/wp-json')) return wordpress({ method, path, heard, password: basic.split(':')[1] ?? '' })
    if (path.startsWith('/api/')) return slack({ path, heard, token: given.replace('Bearer ', '') })
    if (path.startsWith('/workflows/'))
      return { status: 400, json: { error: { code: path.split('/').at(-1), message: heard } } }
    if (path.endsWith('/models'))
      return { status: 200, json: { object: 'list', data: [{ id: heard, object: 'model' }] } }
    if (path.endsWith('.txt'))
      return { status: 200, text: path.slice(1, -4), headers: { 'content-type': 'text/plain' } }
    return { status: path === '/indexnow' ? 422 : 500, json: { code: heard, message: heard } }
  }

  function wordpress({
    method,
    path,
    heard,
    password,
  }: Record<'method' | 'path' | 'heard' | 'password', string>): Answer {
    if (isRefusing) return { status: 401, json: { code: password, message: heard } }
    if (path === '/wp-json/') return { status: 200, json: { name: heard, namespaces: ['wp/v2'] } }
    if (path.endsWith('/users/me'))
      return { status: 200, json: { name: `Editor ${heard}`, capabilities: { publish_posts: true } } }
    if (method === 'OPTIONS') return { status: 200, json: { schema: { properties: {} } } }
    return { status: 400, json: { code: password, message: heard, data: { params: { [password]: heard } } } }
  }

  function slack({ path, heard, token }: Record<'path' | 'heard' | 'token', string>): Answer {
    if (path.endsWith('auth.test')) return { status: 200, json: { ok: true, team: heard, user: token } }
    if (path.endsWith('conversations.list'))
      return { status: 200, json: { ok: true, channels: [{ id: 'C1', name: token }] } }
    return { status: 200, json: { ok: false, error: token } }
  }

  const standin = await openStandin(route)
  return { ...standin, refuse: () => void (isRefusing = true), said: () => said.join('\n') }
}
