import { createStore } from '#web/store.ts'

/** A file on its way: how much of it is sent (0 to 1), and why it was not taken. It goes on while one looks at other screens. */
export type Upload = {
  id: number
  organizationId: string
  file: File
  sent: number
  problem: string | null
  stop: AbortController
}

export const uploads = createStore<readonly Upload[]>([])
let count = 0

export function addUpload(organizationId: string, file: File): Upload {
  const upload = { id: ++count, organizationId, file, sent: 0, problem: null, stop: new AbortController() }
  uploads.set([...uploads.get(), upload])
  return upload
}

export function changeUpload(id: number, change: Partial<Upload>): void {
  uploads.set(uploads.get().map((one) => (one.id === id ? { ...one, ...change } : one)))
}

export function dropUpload(id: number): void {
  uploads.set(uploads.get().filter((one) => one.id !== id))
}
