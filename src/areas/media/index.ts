import { media } from './feeds/media.ts'
import { importMedia } from './jobs/import-media.ts'
import { completeMediaUpload } from './operations/complete-media-upload.ts'
import { createMediaUpload } from './operations/create-media-upload.ts'
import { importMediaFromUrl } from './operations/import-media-from-url.ts'
import { listMedia } from './operations/list-media.ts'
import { setAvatar } from './operations/set-avatar.ts'
import { updateMedia } from './operations/update-media.ts'

export { addImage, findImage, type ImagePlace } from './add-image.ts'
export { bodyUseWrites, shownMediaAsked } from './body-uses.ts'
export { openDocument, removeDocument, requireUpload } from './document-files.ts'
export { servedPath, uploadFolderOf } from './file-keys.ts'
export { fetchImage } from './fetch-image.ts'
export { replaceAddress, replacePicture, type Replacement } from './replace-picture.ts'
export { findImages, pictureOf } from './shown-pictures.ts'
export { changeMedia } from './media.ts'
export { usesOf } from './uses.ts'
export { describeVariants, findServedFile, lockMedia, removeMedia, requireImage, variantOutput } from './media.ts'
export { sweepMedia } from './removals.ts'
export { type UploadAddress, uploadAddress, uploadRoot } from './upload-address.ts'
export { keepReceived, maxBytes as mostImageBytes, noSuchUpload, openUpload } from './uploads.ts'

export const operations = [
  listMedia,
  createMediaUpload,
  completeMediaUpload,
  importMediaFromUrl,
  updateMedia,
  setAvatar,
] as const

export const jobs = [importMedia] as const
export const feeds = [media] as const
