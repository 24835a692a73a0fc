// Runs before the first paint and before the application is there: sets the theme, shows the frame of a page of an organization
// and asks for its data (web.md#asked-before-it-is-there).
import { ask } from '#web/ask.ts'
import { firstReads } from '#web/before/first-reads.ts'
import { callRequest } from '#web/call-request.ts'
import { keepEarly, keyOfRead } from '#web/early.ts'
import type { Session } from '#web/session.ts'

setTheme()
const [, slug, path] = /^\/o\/([^/]+)(.*)/.exec(location.pathname) ?? []
if (slug !== undefined) {
  document.documentElement.dataset['frame'] = 'organization'
  askEarly(slug, path ?? '')
}

/** Nothing flashes when the theme is known before the first paint. */
function setTheme(): void {
  const system = matchMedia('(prefers-color-scheme: dark)')
  const apply = () => {
    document.documentElement.dataset['theme'] = chosenTheme() ?? (system.matches ? 'dark' : 'light')
  }
  apply()
  system.addEventListener('change', apply)
  addEventListener('storage', apply)
}

// Storage can be blocked: the system's theme counts then.
function chosenTheme(): string | null {
  try {
    return localStorage.getItem('theme')
  } catch {
    return null
  }
}

/** Asks for the session, and with it for what the screen reads first. Who takes an answer hears of its failure. */
function askEarly(slug: string, path: string): void {
  const reads = new Map<string, Promise<Response>>()
  const session = ask('GET', '/app/session', { headers: { 'x-organization-id': slug } }).then(async (answer) => {
    const copy = answer.clone()
    await copy
      .json()
      .then((known: Session) => send(reads, known, slug, path))
      .catch(unheard)
    return answer
  })
  session.catch(unheard)
  keepEarly({ session, reads })
}

function send(reads: Map<string, Promise<Response>>, session: Session, slug: string, path: string): void {
  if (!session.signedIn) return
  const organization = session.organizations.find((one) => one.slug === slug)
  if (organization === undefined) return
  const { id: organizationId, role } = organization
  const userId = session.user.id
  for (const [name, input] of firstReads(path, { search: location.search, role, userId })) {
    const { address, ...question } = callRequest(name, input, { organizationId, userId })
    const answer = ask('POST', address, question).then(whole)
    answer.catch(unheard)
    reads.set(keyOfRead(organizationId, name, input), answer)
  }
}

/** An answer that has arrived: one that nobody reads would keep its connection. */
async function whole(answer: Response): Promise<Response> {
  const { status, headers } = answer
  return new Response(status === 204 ? null : await answer.blob(), { status, headers })
}

function unheard(): void {}
