import { ceilingOf, type Role, scopes, type Scope } from '#kernel/scope.ts'
import { clientOf, password } from '#test/client.ts'

import { type Agent, agentOf } from './agents.ts'
import type { Installation, Running } from './installation.ts'
import type { Answer, Recorder } from './recorder.ts'

/** An operation as `/v2/tools` shows it. */
export type Listed = {
  name: string
  scope: Scope
  riskLevel: string
  confirmation: 'always' | 'conditional' | 'never'
  idempotency: 'none' | 'optional' | 'required'
}

/** Three organizations and those who call, with what the calls name. */
export type Scene = {
  recorder: Recorder
  /** The address of the website that is imported from and told of changes. */
  website: string
  organizationId: string
  operations: ReadonlyMap<string, Listed>
  /** Keys of the owner with all scopes: of the organization of the recording, of another one, and of one without a large plan. */
  owner: Agent
  stranger: Agent & { organizationId: string }
  small: Agent
  /** A member per role, with a key that has all scopes of the role. */
  members: Record<'editor' | 'author' | 'viewer', Agent & { userId: string }>
  /** The owner without one scope. */
  without(scope: Scope): Agent
  /** A call of the owner in the web application, which is not written down. It must succeed. */
  inApp(operation: string, input: object): Promise<Answer['json']>
  /** Ids of what the calls made, by names such as `item five-knots` or `tag Safety`. */
  ids: Ids
  /** How often `callOperation` called an operation. */
  called: Map<string, number>
}

/** Ids by name. An unknown name is a fault of the recording. */
export type Ids = { set(name: string, id: string): void; get(name: string): string }

const people = {
  owner: { email: 'ada@example.com', organization: 'Harbour Press' },
  stranger: { email: 'zoe@example.com', organization: 'Other House' },
  small: { email: 'sid@example.com', organization: 'Small Harbour' },
}

/** Makes the organizations, while the server is not running. */
export async function foundOrganizations({ command }: Installation): Promise<void> {
  for (const { email, organization } of Object.values(people))
    await command('setup', '--email', email, '--password', password, '--organization', organization)
  await command('plan', 'small-harbour', 'starter')
  await command('credits', 'harbour-press', '+50')
}

/** Signs everybody in and gives them keys; none of it is written down. */
export async function openScene(recorder: Recorder, { url }: Running, website: string): Promise<Scene> {
  const client = clientOf(url)
  const cookies = {
    owner: await client.signIn(people.owner.email),
    stranger: await client.signIn(people.stranger.email),
    small: await client.signIn(people.small.email),
  }
  const inApp: Scene['inApp'] = async (operation, input) => {
    const { status, text, json } = await client.inApp(cookies.owner, operation, input, { confirm: true })
    if (status !== 200) throw new Error(`${operation} was refused: ${text}`)
    return json.result
  }
  const agent = async (name: string, cookie: string, granted: readonly Scope[] = scopes) =>
    agentOf(recorder, name, (await client.newKey(cookie, { name, scopes: granted })).secret)

  const narrow = new Map<Scope, Agent>()
  for (const scope of scopes)
    narrow.set(
      scope,
      await agent(
        `owner without ${scope}`,
        cookies.owner,
        scopes.filter((one) => one !== scope),
      ),
    )
  const organizationOf = async (cookie: string): Promise<string> =>
    (await client.send('/app/session', { headers: { Cookie: cookie } })).json.activeOrganizationId
  const owner = await agent('owner', cookies.owner)
  const strangers = await agent('stranger', cookies.stranger)
  const listed = await recorder.send('/v2/tools', { headers: { 'X-API-Key': owner.key } })
  const ids = new Map<string, string>()

  return {
    recorder,
    website,
    organizationId: await organizationOf(cookies.owner),
    operations: new Map((listed.json.operations as Listed[]).map((one) => [one.name, one])),
    owner,
    stranger: { ...strangers, organizationId: await organizationOf(cookies.stranger) },
    small: await agent('owner of a small plan', cookies.small),
    members: {
      editor: await join('editor'),
      author: await join('author'),
      viewer: await join('viewer'),
    },
    without(scope) {
      const found = narrow.get(scope)
      if (found === undefined) throw new Error(`Nobody lacks ${scope}`)
      return found
    },
    inApp,
    called: new Map(),
    ids: {
      set: (name, id) => void ids.set(name, id),
      get(name) {
        const id = ids.get(name)
        if (id === undefined) throw new Error(`The recording made no ${name}`)
        return id
      },
    },
  }

  async function join(role: Exclude<Role, 'owner' | 'admin'>): Promise<Agent & { userId: string }> {
    const { acceptUrl } = await inApp('inviteMember', { email: `${role}@example.com`, role })
    const token = String(acceptUrl).split('#')[1]
    const joined = await client.inApp('', 'acceptInvitation', { token, displayName: `The ${role}`, password })
    if (joined.status !== 200) throw new Error(joined.text)
    const cookie = joined.headers.get('set-cookie')?.split(';')[0] ?? ''
    const { json } = await client.send('/app/session', { headers: { Cookie: cookie } })
    return { ...(await agent(role, cookie, ceilingOf[role])), userId: json.user.id }
  }
}
