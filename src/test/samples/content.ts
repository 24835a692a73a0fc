import { newImage } from '#test/pictures.ts'
import {
  articlesOf,
  newComparison,
  newEditRequest,
  newItem,
  newMember,
  newReview,
  newRewritten,
} from '#test/sample-records.ts'

import type { Samples } from './sample.ts'

export const contentSamples: Samples<'content'> = {
  captureComparisonScreenshots: async (on) => ({
    input: { itemId: await newComparison(on) },
    ids: ['itemId'],
    other: { itemId: await newComparison(on), headings: ['Rival'] },
  }),
  createItem: async (on) => ({
    input: { collectionId: await articlesOf(on), title: 'A sample', content: 'Words.' },
    ids: ['collectionId'],
    other: { collectionId: 'articles', title: 'Another sample' },
  }),
  deleteItem: async (on) => ({ input: { id: await newItem(on) }, ids: ['id'], other: { id: await newItem(on) } }),
  deleteMedia: async (on) => ({
    input: { mediaId: (await newImage(on)).id },
    ids: ['mediaId'],
    other: { mediaId: (await newImage(on)).id },
  }),
  findDuplicateItems: async (on) => ({
    input: { itemId: await newItem(on), collectionId: await articlesOf(on) },
    ids: ['itemId', 'collectionId'],
  }),
  getItem: async (on) => ({ input: { id: await newItem(on) }, ids: ['id'] }),
  listItemRevisions: async (on) => ({ input: { id: await newItem(on), compare: [1, 1] }, ids: ['id'] }),
  getItemRevision: async (on) => ({ input: { id: await newItem(on), revision: 1 }, ids: ['id'] }),
  dismissItemRevision: async (on) => {
    const [one, two] = [await newRewritten(on), await newRewritten(on)]
    return { input: { id: one, revision: 2 }, ids: ['id'], other: { id: two, revision: 2 } }
  },
  listItems: async () => ({ input: { status: 'draft' } }),
  listManagerItems: async () => ({ input: { search: 'sample' } }),
  listPublishingWarnings: async () => ({ input: { severity: 'error' } }),
  previewItem: async (on) => ({ input: { id: await newItem(on), draftPatch: { title: 'Unsaved' } }, ids: ['id'] }),
  replaceMedia: async (on) => {
    const [from, to] = [(await newImage(on)).id, (await newImage(on)).id]
    return { input: { from, to }, ids: ['from', 'to'], other: { from: to, to: from } }
  },
  restoreItem: async (on) => ({
    input: { id: await newItem(on, { trashed: true }) },
    ids: ['id'],
    other: { id: await newItem(on, { trashed: true }) },
  }),
  restoreItemRevision: async (on) => {
    const [one, two] = [await newItem(on), await newItem(on)]
    return { input: { id: one, revision: 1 }, ids: ['id'], other: { id: two, revision: 1 } }
  },
  updateItem: async (on) => ({
    input: { id: await newItem(on), title: 'A changed sample' },
    ids: ['id'],
    other: { id: await newItem(on), title: 'Changed otherwise' },
  }),
  bulkUpdateItems: async (on) => ({
    input: { ids: [await newItem(on)], patch: { robots: { noindex: true } } },
    other: { ids: [await newItem(on)], patch: { robots: { nofollow: true } } },
  }),
  requestItemReview: async (on) => ({
    input: { id: await newItem(on), reviewerUserIds: [await newMember(on, 'editor')], note: 'Please' },
    ids: ['id', 'reviewerUserIds'],
    other: { id: await newItem(on), reviewerUserIds: [await newMember(on, 'admin')] },
  }),
  submitItemReview: async (on) => ({
    input: { id: await newReview(on), decision: 'approve' },
    ids: ['id'],
    other: { id: await newReview(on), decision: 'changes', note: 'Not yet' },
  }),
  requestEdit: async (on) => ({
    input: { itemId: await newItem(on), request: 'Name a source', passage: { quote: 'Words.' } },
    ids: ['itemId'],
    other: { itemId: await newItem(on), request: 'Shorten it' },
  }),
  listEditRequests: async (on) => {
    const itemId = await newItem(on)
    await newEditRequest(on, itemId)
    return { input: { itemId, state: ['open'] }, ids: ['itemId'] }
  },
  answerEditRequest: async (on) => ({
    input: { id: await newEditRequest(on), state: 'done', answer: 'Shortened.' },
    ids: ['id'],
    other: { id: await newEditRequest(on), state: 'declined', answer: 'It is short.' },
  }),
  updateEditRequest: async (on) => ({
    input: { id: await newEditRequest(on), state: 'closed' },
    ids: ['id'],
    other: { id: await newEditRequest(on), request: 'Shorten it by half' },
  }),
  validatePost: async (on) => ({ input: { id: await newItem(on), draftPatch: { title: 'Another' } }, ids: ['id'] }),
}
