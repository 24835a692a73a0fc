import { sendUpload } from '#web/areas/media/send-upload.ts'
import { useClient, useOrganization } from '#web/context.ts'
import { useAttempt } from '#web/use-attempt.ts'

/** Takes a picture into the media of the organization. `upload` returns null when it was refused; `error` then says why. */
export function useUpload() {
  const { call } = useClient()
  const organizationId = useOrganization().id
  const { attempt, ...state } = useAttempt()

  const upload = (file: File, alt: string) =>
    attempt(async () => {
      const { signal } = new AbortController()
      const media = await sendUpload(call, file, { organizationId, mime: file.type, signal })
      if (alt !== '' && media.alt !== alt) await call('updateMedia', { mediaId: media.id, alt }, { organizationId })
      return media
    })

  return { upload, ...state }
}
