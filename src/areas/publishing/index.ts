import { listCalendar } from './operations/list-calendar.ts'
import { publishItem } from './operations/publish-item.ts'
import { scheduleItem } from './operations/schedule-item.ts'
import { unpublishItem } from './operations/unpublish-item.ts'
import { unscheduleItem } from './operations/unschedule-item.ts'

export { type DueItem, findDue, nextDueItem, postpone, publishDue } from './publish-due.ts'

export const operations = [publishItem, unpublishItem, scheduleItem, unscheduleItem, listCalendar] as const
