import { useQueryClient } from '@tanstack/react-query'

import { addUpload, changeUpload, dropUpload, type Upload, uploads } from '#web/areas/media/media/uploads.ts'
import { sendUpload } from '#web/areas/media/send-upload.ts'
import { useClient, useOrganization, usePersonId } from '#web/context.ts'
import { OperationError } from '#web/operation-error.ts'
import { toast } from '#web/parts/toast.tsx'
import { useStore } from '#web/store.ts'

/** Files on their way into the library, two at a time. `onTaken` is called with the id of the last picture that arrived. */
export function useUploads(onTaken: (mediaId: string) => void) {
  const { call } = useClient()
  const organizationId = useOrganization().id
  const userId = usePersonId()
  const queries = useQueryClient()
  const own = useStore(uploads).filter((one) => one.organizationId === organizationId)

  async function send({ id, file, stop }: Upload): Promise<string | null> {
    try {
      const { signal } = stop
      const onProgress = (sent: number) => changeUpload(id, { sent })
      const media = await sendUpload(call, file, { organizationId, userId, mime: file.type, signal, onProgress })
      dropUpload(id)
      return media.id
    } catch (error) {
      if (stop.signal.aborted) return null
      if (!(error instanceof OperationError)) throw error
      changeUpload(id, { problem: error.message })
      return null
    }
  }

  async function sendAll(waiting: Upload[]) {
    const taken: string[] = []
    const sendNext = async (): Promise<void> => {
      const next = waiting.shift()
      if (next === undefined) return
      const mediaId = next.stop.signal.aborted ? null : await send(next)
      if (mediaId !== null) taken.push(mediaId)
      return sendNext()
    }
    await Promise.all([sendNext(), sendNext()])
    const last = taken.at(-1)
    if (last === undefined) return
    await queries.invalidateQueries({ queryKey: [organizationId] })
    toast(taken.length === 1 ? 'The picture is in the library.' : `${taken.length} pictures are in the library.`)
    onTaken(last)
  }

  return {
    uploads: own,
    add: (files: Iterable<File>) => void sendAll([...files].map((file) => addUpload(organizationId, file))),
    cancel({ id, stop }: Upload) {
      stop.abort()
      dropUpload(id)
    },
    retry(upload: Upload) {
      changeUpload(upload.id, { problem: null, sent: 0 })
      void sendAll([upload])
    },
  }
}
