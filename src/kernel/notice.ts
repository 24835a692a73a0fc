import type { NoticeEvent } from './notifications.ts'

/** What people may want to know at once. Plain text: its first line says what happened. `notThrough`: an integration that cannot say it. */
export type Notice = { event: NoticeEvent; text: string; notThrough?: string }
