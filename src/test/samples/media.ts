import { announced, newImage, newPicture, newUpload } from '#test/pictures.ts'
import { newAuthor } from '#test/sample-records.ts'

import type { Samples } from './sample.ts'

export const mediaSamples: Samples<'media'> = {
  createMediaUpload: async () => ({
    input: announced(await newPicture()),
    other: announced(await newPicture()),
  }),
  completeMediaUpload: async (on) => ({
    input: { mediaId: await newUpload(on, await newPicture()), alt: 'A square' },
    ids: ['mediaId'],
    other: { mediaId: await newUpload(on, await newPicture()) },
  }),
  importMediaFromUrl: async () => ({
    input: { url: 'https://example.com/harbour.jpg', alt: 'Ships' },
    other: { url: 'https://example.com/other.jpg' },
  }),
  updateMedia: async (on) => ({
    input: { mediaId: (await newImage(on)).id, alt: 'A square' },
    ids: ['mediaId'],
    other: { mediaId: (await newImage(on)).id, title: 'Square' },
  }),
  setAvatar: async (on) => ({
    input: { target: 'author', authorId: await newAuthor(on), mediaId: (await newImage(on)).id },
    ids: ['authorId', 'mediaId'],
    other: { target: 'profile', mediaId: (await newImage(on)).id },
  }),
}
