import { isId, type MediaId } from '#kernel/ids.ts'

/** Below which path files of media are served, and uploads are taken. */
export const mediaRoot = '/media/'

/** The folder of the files of a media, below that of its organization. */
export const folderOf = (mediaId: string) => mediaId

const uploads = 'uploads/'

/** The folder of what was uploaded for a media and not yet looked at. */
export const uploadFolderOf = (mediaId: string) => `${uploads}${mediaId}`

/** The id of the upload whose folder this is; none where it is that of a media. */
export const uploadIn = (folder: string) => (folder.startsWith(uploads) ? folder.slice(uploads.length) : undefined)

/** The key of a file of a media. */
export const keyOf = (mediaId: string, file: string) => `${folderOf(mediaId)}/${file}`

/** The name of the one file of a document. */
export const documentFile = 'document'

/** The path at which a file is served. It never changes, and neither does what is behind it. */
export function pathOf(organizationId: string, mediaId: string, file: string): string {
  return `${mediaRoot}${organizationId}/${mediaId}/${file}`
}

const served = /^\/media\/(org_[0-9a-z]{26})\/(med_[0-9a-z]{26})\/(\d{1,4}\.(?:webp|avif))$/

/** What a path names, if it has the form of one at which a file can be served. Nothing of it is decoded. */
export function servedPath(path: string): { organizationId: string; mediaId: MediaId; file: string } | undefined {
  const [, organizationId, mediaId, file] = served.exec(path) ?? []
  if (organizationId === undefined || mediaId === undefined || file === undefined) return undefined
  return isId('media', mediaId) ? { organizationId, mediaId, file } : undefined
}

const own = /\/media\/org_[0-9a-z]{26}\/(med_[0-9a-z]{26})\//g

/** Ids of the media whose files a text names by their path. */
export function mediaIdsIn(text: string): string[] {
  return [...new Set([...text.matchAll(own)].flatMap(([, id]) => id ?? []))]
}
