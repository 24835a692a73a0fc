import { sendUpload } from '#web/areas/media/send-upload.ts'
import { useClient, useOrganization, usePersonId } from '#web/context.ts'
import type { OutputOf } from '#web/operations.ts'
import { useAttempt } from '#web/use-attempt.ts'

export type Media = OutputOf<'completeMediaUpload'>['media']

/**
 * Takes a picture into the media of the organization, and describes it; one that is `stored` already is only described. `upload`
 * returns null when it was refused; `error` then says why.
 */
export function useUpload() {
  const { call } = useClient()
  const organizationId = useOrganization().id
  const userId = usePersonId()
  const { attempt, ...state } = useAttempt()

  const upload = (file: File, alt: string, stored?: Media | null) =>
    attempt(async () => {
      const { signal } = new AbortController()
      const media = stored ?? (await sendUpload(call, file, { organizationId, userId, mime: file.type, signal }))
      if (alt !== '' && media.alt !== alt)
        await call('updateMedia', { mediaId: media.id, alt }, { organizationId, userId })
      return media
    })

  return { upload, ...state }
}
