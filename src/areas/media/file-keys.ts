import { isId, type MediaId } from '#kernel/ids.ts'

/** The path below which media files are served and uploads are taken. */
export const mediaRoot = '/media/'

/** The folder of the files of a media, below that of its organization. */
export const folderOf = (mediaId: string) => mediaId

const uploads = 'uploads/'

/** The folder for what was uploaded for a media and not yet inspected. */
export const uploadFolderOf = (mediaId: string) => `${uploads}${mediaId}`

/** The id of the upload whose folder this is; undefined where it is that of a media. */
export const uploadIn = (folder: string) => (folder.startsWith(uploads) ? folder.slice(uploads.length) : undefined)

/** The key of a file of a media. */
export const keyOf = (mediaId: string, file: string) => `${folderOf(mediaId)}/${file}`

/** The name of the one file of a document. */
export const documentFile = 'document'

/** The path at which a file is served. Neither the path nor its content ever changes. */
export function pathOf(organizationId: string, mediaId: string, file: string): string {
  return `${mediaRoot}${organizationId}/${mediaId}/${file}`
}

const served = /^\/media\/(org_[0-9a-z]{26})\/(med_[0-9a-z]{26})\/(\d{1,4}\.(?:webp|avif))$/

/** What a path names, if it has the form of a path at which a file can be served. Nothing in it is decoded. */
export function servedPath(path: string): { organizationId: string; mediaId: MediaId; file: string } | undefined {
  const [, organizationId, mediaId, file] = served.exec(path) ?? []
  if (organizationId === undefined || mediaId === undefined || file === undefined) return undefined
  return isId('media', mediaId) ? { organizationId, mediaId, file } : undefined
}

const own = /\/media\/org_[0-9a-z]{26}\/(med_[0-9a-z]{26})\//g

/** The ids of media whose files a text names by their paths. */
export function mediaIdsIn(text: string): string[] {
  return [...new Set([...text.matchAll(own)].flatMap(([, id]) => id ?? []))]
}
