import { fieldOf } from '#std/objects.ts'
import { type Asked, sentences, subjectOf, text, verbOf } from '#web/areas/approvals/call-words.ts'
import type { Approval, ApprovalState } from '#web/operations.ts'
import type { Tone } from '#web/parts/status.tsx'

export const stateWords: Record<ApprovalState, { label: string; tone: Tone }> = {
  pending: { label: 'Waiting for you', tone: 'warn' },
  approved: { label: 'Approved', tone: 'info' },
  declined: { label: 'Declined', tone: 'bad' },
  used: { label: 'Done', tone: 'ok' },
  expired: { label: 'Expired', tone: 'neutral' },
  outdated: { label: 'Outdated', tone: 'neutral' },
}

/** The heading of the sentence about the call, which stays when the call is over. */
export const effectTitles: Record<ApprovalState, string> = {
  pending: 'If you approve',
  approved: 'What will happen',
  used: 'What happened',
  declined: 'What it was about',
  expired: 'What it was about',
  outdated: 'What it was about',
}

export const riskWords: Record<Approval['risk'], { label: string; why: string }> = {
  read: { label: 'Read', why: 'It changes nothing.' },
  write: { label: 'Write', why: 'It changes something inside this organization.' },
  publish: { label: 'Publish', why: 'It changes what people outside Masthead see.' },
  external: { label: 'External', why: 'It acts outside Masthead, or changes how Masthead does.' },
  destructive: { label: 'Destructive', why: 'It deletes something or takes something away from somebody.' },
}

/** What will happen, in one sentence. `subject` names the object where the call itself does not. */
export function whatHappens(approval: Asked, subject?: string): string {
  const { input, effect } = approval.untrusted
  const sentence = sentences[approval.operation]
  if (!sentence) return 'It runs with the effect that is shown.'
  return sentence(subjectOf(approval, subject), input, effect)
}

/** The name of the call in a list: the verb and what it is about. */
export function titleOf(approval: Asked, subject?: string): string {
  const verb = verbOf(approval)
  return verb ? `${verb} ${subjectOf(approval, subject)}` : text(approval.title)
}

/** The same after who asks for it: "publish “How to”". */
export function titleInText(approval: Asked, subject?: string): string {
  const title = titleOf(approval, subject)
  return title.charAt(0).toLowerCase() + title.slice(1)
}

/** Where the item of a call is, or will be, public. */
export function addressOf({ untrusted: { effect } }: Pick<Asked, 'untrusted'>): string | null {
  const url = fieldOf(effect['item'], 'url')
  return typeof url === 'string' ? text(url) : null
}

/** The item that a call is about, where it is about one that exists. */
export function itemIdOf({ untrusted: { input } }: Pick<Asked, 'untrusted'>): string | null {
  const id = input['id']
  return typeof id === 'string' && id.startsWith('itm_') ? id : null
}

/** What is pressed to approve a call: the verb where a word is enough. */
export function approveWords(approval: Asked): string {
  const verb = verbOf(approval)?.replace(/ (into|a message to)$/, '')
  return verb === undefined || /^(Hand|Read|Take|Change the|Send again|End|Cancel|Test)/.test(verb)
    ? 'Approve'
    : `Approve and ${verb.toLowerCase()}`
}

export type Message = { to: string; text: string }

/** What a call would send to a team chat, and where to; null where it sends nothing there. */
export function messageOf({ operation, untrusted: { effect } }: Asked): Message | null {
  if (operation !== 'sendChatMessage') return null
  const [to, words] = [fieldOf(effect['message'], 'to'), fieldOf(effect['message'], 'text')]
  return typeof to === 'string' && typeof words === 'string' ? { to: text(to), text: text(words) } : null
}
