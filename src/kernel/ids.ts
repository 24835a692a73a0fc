import { randomFillSync } from 'node:crypto'

/** The kinds of record and the prefix of their ids (database.md#typed-ids). */
export const idPrefixes = {
  organization: 'org',
  user: 'usr',
  item: 'itm',
  collection: 'col',
  category: 'cat',
  tag: 'tag',
  author: 'aut',
  media: 'med',
  redirect: 'red',
  apiKey: 'key',
  grant: 'grt',
  invitation: 'inv',
  approval: 'apr',
  creditTransaction: 'ctr',
  mail: 'mai',
  job: 'job',
  topic: 'top',
  editRequest: 'erq',
  contextEntry: 'ctx',
  integration: 'int',
  delivery: 'dlv',
  message: 'msg',
  webhookSecret: 'whs',
  prompt: 'prm',
  engine: 'eng',
  brand: 'cmp',
  analysis: 'ana',
  run: 'run',
  answer: 'ans',
  share: 'shr',
  auditRun: 'run',
  auditPage: 'pag',
  auditIssue: 'iss',
  session: 'ses',
  request: 'req',
  auditRecord: 'aud',
} as const

export type IdKind = keyof typeof idPrefixes

/** The operation whose entries have the ids of a kind, for refusals that name it (calls.md#errors-can-be-corrected). */
export const listedBy: { readonly [K in IdKind]?: string } = {
  user: 'listMembers',
  item: 'listManagerItems',
  collection: 'listCollections',
  category: 'listTaxonomyTerms',
  tag: 'listTaxonomyTerms',
  author: 'listAuthors',
  media: 'listMedia',
  redirect: 'listRedirects',
  apiKey: 'listApiKeys',
  grant: 'listConnectedAgents',
  invitation: 'listInvitations',
  approval: 'listApprovals',
  job: 'listJobs',
  topic: 'listTopics',
  editRequest: 'listEditRequests',
  contextEntry: 'listContextEntries',
  integration: 'listIntegrations',
  delivery: 'listDeliveries',
  prompt: 'listAsvPrompts',
  engine: 'listAsvEngines',
  brand: 'listAsvCompetitors',
  analysis: 'listAsvAnalyses',
  run: 'listAsvRuns',
  answer: 'listAsvAnswers',
  share: 'listAsvShares',
  auditRun: 'listSiteAuditRuns',
  auditPage: 'listSiteAuditPages',
  auditIssue: 'listSiteAuditIssues',
  request: 'listAgentAuditLog',
}

/** How the ids of some kinds begin, in words. */
export function prefixesOf(kinds: readonly IdKind[]): string {
  return kinds.map((kind) => `${idPrefixes[kind]}_...`).join(' or ')
}

export type Id<K extends IdKind> = `${(typeof idPrefixes)[K]}_${string}`

export type OrganizationId = Id<'organization'>
export type UserId = Id<'user'>
export type ItemId = Id<'item'>
export type CollectionId = Id<'collection'>
export type AuthorId = Id<'author'>
export type MediaId = Id<'media'>
export type ApiKeyId = Id<'apiKey'>
export type InvitationId = Id<'invitation'>
export type JobId = Id<'job'>
export type TopicId = Id<'topic'>
export type IntegrationId = Id<'integration'>
export type DeliveryId = Id<'delivery'>
export type AuditRunId = Id<'auditRun'>
export type RequestId = Id<'request'>
export type BrandId = Id<'brand'>
export type RunId = Id<'run'>

const random = Buffer.alloc(4096)
let used = random.length
let lastTime = 0
let sequence = 0

/** A new id: prefix, `_` and a UUIDv7 (RFC 9562) in base32. Ids of one process ascend with the time of their creation. */
export function newId<K extends IdKind>(kind: K, now = Date.now()): Id<K> {
  return `${idPrefixes[kind]}_${base32(uuidv7(now))}`
}

/** From now on ids are of this time in ms or later, whatever the clock says. */
export function idsComeAfter(time: number): void {
  if (time <= lastTime) return
  lastTime = time
  sequence = 0
}

/** Whether a text has the form of an id of this kind. Any other text is answered exactly as an unknown id. */
export function isId<K extends IdKind>(kind: K, text: string): text is Id<K> {
  return hasPrefix(kind, text) && suffix.test(text.slice(4))
}

/** An id as a column has it: the database knows texts only. One of another kind is a fault of the program. */
export function storedId<K extends IdKind>(kind: K, text: string): Id<K>
export function storedId<K extends IdKind>(kind: K, text: string | null): Id<K> | null
export function storedId<K extends IdKind>(kind: K, text: string | null): Id<K> | null {
  if (text === null || hasPrefix(kind, text)) return text
  throw new Error(`a row has an id that begins with ${text.slice(0, 4)} where one of the kind ${kind} belongs`)
}

function hasPrefix<K extends IdKind>(kind: K, text: string): text is Id<K> {
  return text.startsWith(`${idPrefixes[kind]}_`)
}

/** The smallest id that can be made at a time in ms, or later: where a search by id begins. */
export function earliestId(kind: IdKind, at: number): string {
  return `${idPrefixes[kind]}_${base32(Buffer.from(`${Math.max(0, at).toString(16).padStart(12, '0')}${'0'.repeat(20)}`, 'hex'))}`
}

/** The 128 bits of an id, as 32 hexadecimal digits. */
export function bitsOfId(id: string): string {
  let bits = 0n
  for (const letter of id.slice(4)) bits = bits * 32n + BigInt(base32Alphabet.indexOf(letter))
  return bits.toString(16).padStart(32, '0').slice(-32)
}

/** When an id was made, in ms: the first 48 of its bits. */
export function timeOfId(id: string): number {
  let time = 0
  for (const letter of id.slice(4, 14)) time = time * 32 + base32Alphabet.indexOf(letter)
  return time
}

const suffix = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/

// RFC 9562, 6.2 method 1: a 12-bit counter keeps ids of one millisecond in order.
function uuidv7(now: number): Uint8Array {
  if (now > lastTime) {
    lastTime = now
    sequence = 0
  } else if (++sequence > 0xfff) {
    lastTime++
    sequence = 0
  }
  if (used + 8 > random.length) {
    randomFillSync(random)
    used = 0
  }
  const bytes = uuid
  for (let at = 8; at < 16; at++) bytes[at] = random[used++] ?? 0
  for (let i = 0; i < 6; i++) bytes[i] = Math.floor(lastTime / 2 ** (8 * (5 - i))) & 0xff
  bytes[6] = 0x70 | (sequence >> 8)
  bytes[7] = sequence & 0xff
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  return bytes
}

// Every request has an id, also one that is answered from the cache: nothing but its text is made.
const uuid = new Uint8Array(16)
const base32Alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const base32Letters = Buffer.from(base32Alphabet, 'latin1')
const base32Text = Buffer.alloc(26)

/**
 * 128 bits as 26 characters of Crockford base32, lower case, most significant first: the suffix of an id
 * (database.md#typed-ids).
 */
function base32(bytes: Uint8Array): string {
  let written = 0
  // 26 letters have 130 bits: two zeros come first.
  let [rest, bits] = [0, 2]
  for (let at = 0; at < 16; at++) {
    rest = (rest << 8) | (bytes[at] ?? 0)
    for (bits += 8; bits >= 5;) {
      bits -= 5
      base32Text[written++] = base32Letters[rest >> bits] ?? 0
      rest &= (1 << bits) - 1
    }
  }
  return base32Text.toString('latin1')
}
