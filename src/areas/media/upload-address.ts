import { isId, type MediaId } from '#kernel/ids.ts'
import { isToken } from '#kernel/tokens.ts'

import { mediaRoot } from './file-keys.ts'

/** Where an upload goes: it names organization and media, and its secret is the only permission. */
export type UploadAddress = { organizationId: string; mediaId: MediaId; secret: string }

/** What `uploadUrl` begins with, below the base URL. */
export const uploadRoot = `${mediaRoot}uploads/`

export function uploadPath({ organizationId, mediaId, secret }: UploadAddress): string {
  return `${uploadRoot}${organizationId}.${mediaId}.${secret}`
}

const form = /^(org_[0-9a-z]{26})\.(med_[0-9a-z]{26})\.(.*)$/s

/** The upload address in a path below `uploadRoot`, if it has that form. */
export function uploadAddress(path: string): UploadAddress | undefined {
  if (!path.startsWith(uploadRoot)) return undefined
  const [, organizationId, mediaId, secret] = form.exec(path.slice(uploadRoot.length)) ?? []
  if (organizationId === undefined || mediaId === undefined || secret === undefined) return undefined
  return isId('media', mediaId) && isToken(secret) ? { organizationId, mediaId, secret } : undefined
}
