import { z } from 'zod'

import { sessionsOf } from '#areas/account/sign-in/sessions.ts'
import { procedure } from '#kernel/procedure.ts'
import { id, iso, timestamp } from '#kernel/schema.ts'
import { browserInWords } from '#std/user-agents.ts'

export const listSessions = procedure({
  name: 'listSessions',
  title: 'List my sessions',
  summary: 'Where you are signed in: browser, network, when it was last seen, and which session is this one.',
  excluded: 'auth_internals',
  instead: 'open Account in the web application',
  asks: 'person',
  risk: 'read',
  input: z.strictObject({}),
  output: z.object({
    sessions: z.array(
      z.object({
        id: id('session'),
        browser: z.string(),
        addressPrefix: z.string().nullable(),
        createdAt: timestamp(),
        lastSeenAt: timestamp(),
        expiresAt: timestamp(),
        isCurrent: z.boolean(),
      }),
    ),
  }),

  async handle({ db, person, now }) {
    const rows = await sessionsOf(db, person.userId, now)
    const sessions = rows.map((row) => ({
      id: row.id,
      browser: browserInWords(row.user_agent),
      addressPrefix: row.ip_prefix,
      createdAt: iso(row.created_at),
      lastSeenAt: iso(row.last_seen_at),
      expiresAt: iso(row.expires_at),
      isCurrent: row.id === person.sessionId,
    }))
    return { sessions: sessions.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent)) }
  },
})
