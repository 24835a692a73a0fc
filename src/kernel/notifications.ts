import { z } from 'zod'

const route = () => z.enum(['none', 'email', 'chat'])

/** What people are notified of, and by which way: of an organization and of a person. */
export const notificationFields = {
  jobDone: route().describe('When a job is done'),
  published: route().describe('When an item is published'),
  auditRegression: route().describe('When a site audit finds a regression'),
  asvDrop: route().describe('When AI search visibility drops'),
  invite: route().describe('When somebody is invited'),
}

export type Notifications = z.output<z.ZodObject<typeof notificationFields>>

/** What holds where nothing is chosen. */
export const noNotifications: Notifications = {
  jobDone: 'none',
  published: 'none',
  auditRegression: 'none',
  asvDrop: 'none',
  invite: 'none',
}
