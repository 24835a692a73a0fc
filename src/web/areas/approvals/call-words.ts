import { fieldOf } from '#std/objects.ts'
import { visibleText } from '#std/visible-text.ts'
import type { Approval } from '#web/operations.ts'

/** A call as its words need it. */
export type Asked = Pick<Approval, 'operation' | 'title' | 'about'> & {
  untrusted: Pick<Approval['untrusted'], 'input' | 'effect'>
}
type Sentence = (subject: string, input: Fields, effect: Fields) => string
type Fields = Record<string, unknown>

/** The verb of a call, as it begins its name; undefined for operations that have no words of their own. */
export function verbOf(approval: Asked): string | undefined {
  if (approval.operation === 'createItem') return creates[statusAfter(approval)]
  return verbs[approval.operation]
}

type Status = 'draft' | 'scheduled' | 'published'

const creates: Record<Status, string> = {
  draft: 'Create',
  scheduled: 'Create and schedule',
  published: 'Create and publish',
}

/** What the article of a call is afterwards. */
function statusAfter({ untrusted: { effect, input } }: Pick<Asked, 'untrusted'>): Status {
  const status = fieldOf(effect['item'], 'status') ?? input['status']
  return status === 'published' || status === 'scheduled' ? status : 'draft'
}

const verbs: Record<string, string> = {
  publishItem: 'Publish',
  unpublishItem: 'Unpublish',
  scheduleItem: 'Schedule',
  unscheduleItem: 'Unschedule',
  bulkUpdateItems: 'Change',
  mendSiteAuditIssues: 'Mend',
  deleteItem: 'Delete',
  restoreItem: 'Restore',
  updateItem: 'Change',
  consolidateItems: 'Merge into',
  submitDraft: 'Hand in a draft for',
  createRedirect: 'Redirect',
  deleteRedirect: 'Delete',
  deleteTopic: 'Delete',
  deleteContextEntry: 'Delete',
  deleteMedia: 'Delete',
  replaceMedia: 'Replace',
  captureComparisonScreenshots: 'Take screenshots for',
  importItems: 'Import',
  importContextFromUrl: 'Read',
  updateIntegrationSettings: 'Change',
  testIntegration: 'Test',
  retryDelivery: 'Send again',
  sendChatMessage: 'Send a message to',
  deleteTaxonomyTerm: 'Delete',
  deleteAuthor: 'Delete',
  updateOrganizationSettings: 'Change',
  updateMemberRole: 'Change the role of',
  removeMember: 'Remove',
  inviteMember: 'Invite',
  cancelInvitation: 'Cancel the invitation of',
  revokeApiKey: 'Revoke',
  revokeGrant: 'End',
  updateProfile: 'Change',
}

const nouns: Record<string, string> = {
  bulkUpdateItems: 'several articles',
  mendSiteAuditIssues: 'what an audit found',
  deleteTaxonomyTerm: 'a category or tag',
  deleteAuthor: 'an author',
  updateOrganizationSettings: 'the organization’s settings',
  updateMemberRole: 'a member',
  removeMember: 'a member',
  inviteMember: 'somebody',
  cancelInvitation: 'somebody',
  revokeApiKey: 'an API key',
  revokeGrant: 'a connected agent',
  updateProfile: 'the profile of the person it acts for',
  createRedirect: 'a path of the website',
  deleteRedirect: 'a redirect',
  deleteTopic: 'a topic',
  deleteContextEntry: 'an entry of the Context Library',
  deleteMedia: 'a file',
  replaceMedia: 'a picture',
  importItems: 'articles',
  importContextFromUrl: 'pages of another website',
  updateIntegrationSettings: 'an integration',
  testIntegration: 'an integration',
  retryDelivery: 'messages to websites',
  sendChatMessage: 'a team chat',
}

/** What will happen, by operation. */
export const sentences: Record<string, Sentence> = {
  publishItem: (subject) => `${begin(subject)} goes live at once. Anybody can read it then.`,
  unpublishItem: (subject, input) =>
    `${begin(subject)} becomes a draft and is no longer public.${input['redirectTo'] ? ' Its address leads elsewhere instead.' : ''}`,
  scheduleItem: (subject, _input, effect) =>
    `${begin(subject)} is scheduled to go live ${moment(fieldOf(effect['item'], 'publishAt'))}.`,
  unscheduleItem: (subject) => `${begin(subject)} becomes a draft again and does not go live at its time.`,
  bulkUpdateItems: (_subject, input) =>
    `${count(Array.isArray(input['ids']) ? input['ids'].length : undefined, 'article changes', 'articles change')}: ${changeOfEach(input['patch'])}`,
  mendSiteAuditIssues: (_subject, _input, effect) =>
    `${count(effect['items'], 'article changes', 'articles change')}: each gets the fix of its audit.`,
  deleteItem: (subject, input) =>
    input['permanent'] === true
      ? `${begin(subject)} is removed for good. It cannot be restored.`
      : `${begin(subject)} moves to the trash and can be restored for 30 days. If it is public, it no longer is.`,
  createItem: (subject, input, effect) =>
    ({
      draft: `${begin(subject)} is created as a draft. The public does not see it.`,
      scheduled: `${begin(subject)} is created, and goes live ${dateOf(effect, input)}.`,
      published: `${begin(subject)} is created and goes live at once.`,
    })[statusAfter({ untrusted: { input, effect } })],
  updateItem: (subject, input, effect) => `${begin(subject)} ${changeOf(input, effect)}`,
  consolidateItems: (subject, input) =>
    `${count(Array.isArray(input['duplicateIds']) ? input['duplicateIds'].length : undefined, 'article is a draft', 'articles are drafts')} from then on. Old addresses and links lead to ${subject} at once.`,
  submitDraft: (subject, input, effect) => `${begin(subject)} ${changeOf(input, effect)}`,
  createRedirect: (_subject, input, effect) => {
    const to = fieldOf(effect['redirect'], 'to') ?? input['toUrl']
    return `Anybody who opens “${text(input['fromPath'])}” is led to ${to == null ? 'another article' : `“${text(to)}”`} from then on.`
  },
  deleteRedirect: () => 'The redirect ends: its path no longer leads anywhere.',
  deleteTopic: () => 'The topic is deleted. Articles that were written for it stay.',
  deleteContextEntry: () => 'The entry is deleted. Briefs and checks do without it from then on.',
  deleteMedia: (_subject, input) =>
    input['force'] === true
      ? 'The file is deleted. What uses it loses it, also where it is public.'
      : 'The file is deleted, if nothing uses it.',
  replaceMedia: (_subject, _input, effect) => {
    const alt = fieldOf(effect['alt'], 'to')
    const brought = typeof alt === 'string' && alt !== '' ? ` It brings its alt text: “${text(alt)}”.` : ''
    return `Another picture takes its place in every article and for every author, also where it is public.${brought}`
  },
  captureComparisonScreenshots: () =>
    'Pages of other websites are opened, and screenshots of them are put into the article.',
  importItems: (_subject, input) => `Articles are read from “${text(input['urlOrMediaId'])}” and stored as drafts.`,
  importContextFromUrl: (_subject, input) =>
    `Pages of “${text(input['url'])}” are read and become entries of the Context Library.`,
  updateIntegrationSettings: () =>
    'The settings of an integration change: they decide which website is notified of changes.',
  testIntegration: () => 'A test message is sent to the website.',
  sendChatMessage: (subject) => `The message is sent to ${subject} at once. It cannot be taken back.`,
  retryDelivery: () => 'Messages that were given up are sent to the website again.',
  deleteTaxonomyTerm: (subject, _input, effect) => `${begin(subject)} is deleted. ${handedOn(effect)}`,
  deleteAuthor: (subject, _input, effect) => `${begin(subject)} is deleted. ${handedOn(effect)}`,
  updateOrganizationSettings: (_subject, input) =>
    input['contentMode'] === undefined
      ? 'Settings of the organization change.'
      : `The content mode becomes “${text(input['contentMode'])}”: that decides where published content goes.`,
  updateMemberRole: (subject, input) =>
    `${begin(subject)} gets the role “${text(input['role'])}”. What this person and their agents may do changes at once.`,
  removeMember: (subject, _input, effect) =>
    `${begin(subject)} leaves the organization. ${count(effect['revokedTokens'], 'key or connected agent ends', 'keys and connected agents end')} with it.`,
  inviteMember: (_subject, input) => `“${text(input['email'])}” is invited with the role “${text(input['role'])}”.`,
  cancelInvitation: (subject) => `The invitation of ${subject} ends: its link no longer works.`,
  revokeApiKey: (subject) => `${begin(subject)} ends for good. Whatever uses it is refused from then on.`,
  revokeGrant: () => 'The connection ends. The agent is refused until a person connects it again.',
}

function changeOf(input: Fields, effect: Fields): string {
  const status = newStatus(input)
  if (status !== undefined) return status
  const after = statusAfter({ untrusted: { input, effect } })
  if (after === 'published') return 'is changed where everybody reads it: the change is live at once.'
  if (after === 'scheduled') return `is changed. It goes live like this ${dateOf(effect, input)}.`
  return 'is changed. It is a draft: the public does not see it.'
}

function changeOfEach(patch: unknown): string {
  const status = newStatus({ status: fieldOf(patch, 'status'), publishAt: fieldOf(patch, 'publishAt') })
  return status === undefined ? 'what is public of them changes at once.' : `each ${status}`
}

function newStatus(input: Fields): string | undefined {
  if (input['status'] === 'published') return 'goes live at once.'
  if (input['status'] === 'scheduled') return `is scheduled to go live ${moment(input['publishAt'])}.`
  if (input['status'] === 'draft') return 'becomes a draft and is no longer public.'
  return undefined
}

const dateOf = (effect: Fields, input: Fields) => moment(fieldOf(effect['item'], 'publishAt') ?? input['publishAt'])

/** What a call is about, in quotation marks where it has a name. `subject` wins where somebody looked it up. */
export function subjectOf(
  { operation, about, untrusted: { input, effect } }: Asked,
  subject: string | undefined,
): string {
  // What it is called is what changes.
  if (operation === 'updateProfile') return nouns[operation] ?? ''
  const titles = [effect['item'], effect['winner']].map((one) => fieldOf(one, 'title'))
  const place = fieldOf(effect['message'], 'to')
  const known = operation === 'sendChatMessage' ? [place] : [about?.title, place]
  const named = [subject, ...known, ...titles, input['title'], fieldOf(effect['member'], 'name')]
  const found = named.find((name): name is string => typeof name === 'string' && name !== '')
  if (found !== undefined) return `“${text(found)}”`
  return nouns[operation] ?? 'an article'
}

// What items use is only deleted together with a replacement.
function handedOn({ affectedItems, reassignedTo }: Fields): string {
  if (affectedItems === 0) return 'No article uses it.'
  const name = fieldOf(reassignedTo, 'name')
  const other = typeof name === 'string' ? `“${text(name)}”` : 'another one'
  return `${count(affectedItems, 'article gets', 'articles get')} ${other} in its place.`
}

function count(value: unknown, one: string, many: string): string {
  const number = typeof value === 'number' ? value : 0
  return number === 1 ? `1 ${one}` : `${number.toLocaleString('en')} ${many}`
}

function moment(value: unknown): string {
  const date = new Date(String(value))
  return Number.isNaN(date.getTime()) ? 'later' : `on ${exact.format(date)}`
}

const exact = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
})

/** A value as text in which nothing is hidden. */
export function text(value: unknown): string {
  return visibleText(String(value))
}

function begin(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}
