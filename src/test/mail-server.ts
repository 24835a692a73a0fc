import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

import { SMTPServer } from 'smtp-server'

/** One mail as received: envelope, and the whole text with its headers. */
export type ReceivedMail = { from: string; to: string[]; text: string }

export type MailServer = {
  /** Where it listens, for SMTP_URL. */
  url: string
  received: ReceivedMail[]
  /** What it answers to the next mails instead of accepting them. */
  refusals: { responseCode: number; message: string }[]
  /** The next mail to an address that was not returned yet, as soon as it arrives. Case does not matter. */
  next(to: string): Promise<ReceivedMail>
  close(): Promise<void>
}

const mailAccount = { user: 'desk', password: 'pass/word' }

/** A real SMTP server on a port of its own, which requires an account. */
export async function openMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const refusals: MailServer['refusals'] = []
  const given = new Set<ReceivedMail>()
  let arrived = Promise.withResolvers<void>()
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === mailAccount.user && password === mailAccount.password
        ? done(null, { user: mailAccount.user })
        : done(new Error(`wrong account of ${username}`)),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const refusal = refusals.shift()
        if (refusal !== undefined) return done(Object.assign(new Error(refusal.message), refusal))
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom === false ? '' : mailFrom.address
        received.push({ from, to: rcptTo.map(({ address }) => address), text: Buffer.concat(chunks).toString() })
        done()
        arrived.resolve()
        arrived = Promise.withResolvers()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo

  return {
    url: `smtp://${mailAccount.user}:${encodeURIComponent(mailAccount.password)}@127.0.0.1:${port}`,
    received,
    refusals,
    async next(to) {
      const isTo = (address: string) => address.toLowerCase() === to.toLowerCase()
      for (;;) {
        const found = received.find((mail) => mail.to.some(isTo) && !given.has(mail))
        if (found !== undefined) {
          given.add(found)
          return found
        }
        await arrived.promise
      }
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

/** The link in a mail. */
export function linkIn({ text }: ReceivedMail): string {
  const plain = text.replaceAll('=\r\n', '').replaceAll('=3D', '=')
  const link = /https?:\/\/\S+#[\w-]{43}/.exec(plain)?.[0]
  if (link === undefined) throw new Error(`There is no link in the mail:\n${text}`)
  return link
}
