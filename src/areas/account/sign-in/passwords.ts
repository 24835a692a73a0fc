import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

import { callerNow } from '#kernel/asked.ts'
import { Refusal } from '#kernel/errors.ts'
import type { Passwords } from '#kernel/passwords.ts'
import { createTurns, type NoTurn } from '#kernel/turns.ts'

/** Cost of scrypt: N = 2^ln. Memory of one computation: 128 * N * r bytes. */
export type Cost = { ln: number; r: number; p: number }

// 64 MiB for each computation, two at once (account.md#passwords).
const defaultCost: Cost = { ln: 16, r: 8, p: 2 }
const atOnce = 2
/** Calls of one network that wait, and for how long, in ms. */
const waiting = 16
const patienceMs = 15_000
const hashLength = 32

/**
 * Password hashing of this process: asynchronous scrypt, at most two computations at once and one for each network, which take
 * turns; a bounded queue for each, then 503 (turns.md#nobody-starves).
 */
export function createPasswords(cost: Cost = defaultCost): Passwords {
  const turns = createTurns({ size: atOnce, perParty: 1, waiting, patienceMs, refuse: noTurn })
  const turn = <T>(work: () => Promise<T>) => turns.take(callerNow(), work)
  // The hash of a password that nobody has; unknown addresses are compared with it.
  const dummy = { cost, salt: randomBytes(16), hash: randomBytes(hashLength) }

  async function hash(password: string): Promise<string> {
    const salt = randomBytes(16)
    return phcOf({ cost, salt, hash: await turn(() => derive(password, salt, cost)) })
  }

  return {
    hash,
    async verify(password, phc) {
      const stored = phc === null ? undefined : parsePhc(phc)
      const against = stored ?? dummy
      const derived = await turn(() => derive(password, against.salt, against.cost))
      const same = timingSafeEqual(derived, against.hash)
      if (stored === undefined || !same) return { ok: false }
      return sameCost(stored.cost, cost) ? { ok: true } : { ok: true, renewed: await hash(password) }
    },
  }
}

type Stored = { cost: Cost; salt: Buffer; hash: Buffer }

function derive(password: string, salt: Buffer, { ln, r, p }: Cost): Promise<Buffer> {
  const N = 2 ** ln
  return new Promise((resolve, reject) => {
    const options = { N, r, p, maxmem: 128 * N * r * 2 }
    scrypt(password.normalize('NFC'), salt, hashLength, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
}

const phcForm = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/

function phcOf({ cost: { ln, r, p }, salt, hash }: Stored): string {
  return `$scrypt$ln=${ln},r=${r},p=${p}$${unpadded(salt)}$${unpadded(hash)}`
}

function parsePhc(text: string): Stored | undefined {
  const found = phcForm.exec(text)
  if (found === null) return undefined
  const [, ln, r, p, salt = '', hash = ''] = found
  return {
    cost: { ln: Number(ln), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  }
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

function sameCost(a: Cost, b: Cost): boolean {
  return a.ln === b.ln && a.r === b.r && a.p === b.p
}

function noTurn(why: NoTurn): Refusal {
  if (why === 'gone') return new Refusal('cancelled', 'The caller went away before its turn came.')
  const message = 'Too many people are signing in from this network right now. Try again.'
  return new Refusal('unavailable', message, undefined, { retryAfter: 2 })
}
