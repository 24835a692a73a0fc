import { expect, test } from 'vitest'

import { addressOf, approveWords, messageOf, titleOf, whatHappens } from '#web/areas/approvals/approval-words.ts'

const asked = (operation: string, input: object, effect: object = {}, about?: { title: string }) => ({
  operation,
  ...(about === undefined ? {} : { about: { type: 'item', id: 'itm_1', ...about } }),
  title: 'Do something new: Tides',
  untrusted: {
    source: 'Agent',
    fetchedAt: '2026-05-01T12:00:00.000Z',
    input: input as Record<string, unknown>,
    effect: effect as Record<string, unknown>,
  },
})
const item = { title: 'How to', url: 'https://example.com/how-to' }

test.each([
  ['publishItem', {}, { item }, '“How to” goes live at once. Anybody can read it then.'],
  [
    'unpublishItem',
    { redirectTo: 'x' },
    { item },
    '“How to” becomes a draft and is no longer public. Its address leads elsewhere instead.',
  ],
  ['deleteItem', { permanent: true }, {}, 'An article is removed for good. It cannot be restored.'],
  ['updateItem', { status: 'draft' }, { item }, '“How to” becomes a draft and is no longer public.'],
  [
    'updateItem',
    { excerpt: 'x' },
    { item: { ...item, status: 'published' } },
    '“How to” is changed where everybody reads it: the change is live at once.',
  ],
  [
    'updateItem',
    { excerpt: 'x' },
    { item: { ...item, status: 'draft' } },
    '“How to” is changed. It is a draft: the public does not see it.',
  ],
  [
    'submitDraft',
    {},
    { item: { ...item, status: 'scheduled', publishAt: '2026-05-01T12:00:00.000Z' } },
    expect.stringMatching(/^“How to” is changed. It goes live like this on 1 May 2026/),
  ],
  [
    'createItem',
    {},
    { item: { ...item, status: 'draft' } },
    '“How to” is created as a draft. The public does not see it.',
  ],
  [
    'createItem',
    { status: 'published' },
    { item: { ...item, status: 'published' } },
    '“How to” is created and goes live at once.',
  ],
  ['bulkUpdateItems', { ids: ['itm_1'], patch: {} }, {}, '1 article changes: what is public of them changes at once.'],
  ['deleteTaxonomyTerm', {}, { affectedItems: 0 }, 'A category or tag is deleted. No article uses it.'],
  ['deleteAuthor', {}, { affectedItems: 1 }, 'An author is deleted. 1 article gets another one in its place.'],
  [
    'deleteAuthor',
    {},
    { affectedItems: 2, reassignedTo: { id: 'aut_1', name: 'Kim', slug: 'kim' } },
    'An author is deleted. 2 articles get “Kim” in its place.',
  ],
  [
    'updateMemberRole',
    { role: 'editor' },
    { member: { name: 'Ada' } },
    '“Ada” gets the role “editor”. What this person and their agents may do changes at once.',
  ],
  [
    'removeMember',
    {},
    { revokedTokens: 2 },
    'A member leaves the organization. 2 keys and connected agents end with it.',
  ],
  [
    'consolidateItems',
    { duplicateIds: ['itm_1', 'itm_2'] },
    { winner: item },
    '2 articles are drafts from then on. Old addresses and links lead to “How to” at once.',
  ],
  [
    'createRedirect',
    { fromPath: '/old', toUrl: 'https://example.com/new' },
    {},
    'Anybody who opens “/old” is led to “https://example.com/new” from then on.',
  ],
  [
    'createRedirect',
    { fromPath: '/old', toItemId: 'itm_1' },
    { redirect: { to: '/blog/how-to' } },
    'Anybody who opens “/old” is led to “/blog/how-to” from then on.',
  ],
  [
    'replaceMedia',
    {},
    { alt: { from: 'A ship', to: 'A boat' } },
    'Another picture takes its place in every article and for every author, also where it is public. It brings its alt text: “A boat”.',
  ],
  ['deleteMedia', { force: true }, {}, 'The file is deleted. What uses it loses it, also where it is public.'],
  [
    'sendChatMessage',
    { text: 'Ebb' },
    { message: { to: 'Slack: news (C1)', text: 'Ebb' } },
    'The message is sent to “Slack: news (C1)” at once. It cannot be taken back.',
  ],
  ['someNewOperation', {}, {}, 'It runs with the effect that is shown.'],
])('%s with %j', (operation, input, effect, sentence) => {
  expect(whatHappens(asked(operation, input, effect))).toEqual(sentence)
})

test('a title hides nothing', () => {
  expect(titleOf(asked('createItem', { title: 'a\u202Eb' }))).toBe('Create “a[U+202E]b”')
})

test('a call without words of its own is told by the title of its operation', () => {
  expect(titleOf(asked('someNewOperation', {}))).toBe('Do something new: Tides')
})

test('a name that was looked up wins over the call', () => {
  expect(titleOf(asked('deleteItem', { id: 'itm_1' }), 'Old news')).toBe('Delete “Old news”')
  expect(titleOf(asked('deleteItem', { id: 'itm_1' }))).toBe('Delete an article')
})

test('a call is told by what it is about, as it was called when it asked', () => {
  const call = (operation: string, title: string) => titleOf(asked(operation, { title: 'New' }, { item }, { title }))
  expect(call('updateItem', 'Well known')).toBe('Change “Well known”')
  expect(call('removeMember', 'Ada')).toBe('Remove “Ada”')
  expect(call('revokeApiKey', 'Reporting …ab12')).toBe('Revoke “Reporting …ab12”')
  expect(call('updateProfile', 'A new name')).toBe('Change the profile of the person it acts for')
  expect(call('cancelInvitation', 'ada@example.com')).toBe('Cancel the invitation of “ada@example.com”')
})

test('what is created is said with what becomes of it', () => {
  const verb = (status: string) => approveWords(asked('createItem', {}, { item: { ...item, status } }))
  expect(['draft', 'scheduled', 'published'].map(verb)).toEqual([
    'Approve and create',
    'Approve and create and schedule',
    'Approve and create and publish',
  ])
})

test('the address of the item is shown where there is one', () => {
  expect(addressOf(asked('publishItem', {}, { item }))).toBe('https://example.com/how-to')
  expect(addressOf(asked('deleteItem', {}, {}))).toBeNull()
})

test('a message to a team chat is told by where it goes, and shown with nothing hidden', () => {
  const call = asked('sendChatMessage', {}, { message: { to: 'Slack: news', text: 'Ebb\u202E' } })
  expect(titleOf(call)).toBe('Send a message to “Slack: news”')
  expect(approveWords(call)).toBe('Approve and send')
  expect(messageOf(call)).toEqual({ to: 'Slack: news', text: 'Ebb[U+202E]' })
  expect(messageOf(asked('publishItem', {}, { message: { to: 'a', text: 'b' } }))).toBeNull()
})
