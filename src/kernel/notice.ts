import type { NoticeEvent } from './notifications.ts'

/** What people may want to know at once. Plain text: its first line says what happened. */
export type Notice = { event: NoticeEvent; text: string }
