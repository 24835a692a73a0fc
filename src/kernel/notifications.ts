import { z } from 'zod'

const route = () => z.enum(['none', 'email', 'chat'])

/** What a person is notified of, and by which way. */
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

/** What an organization is notified of. */
export const noticeEvents = [
  'published',
  'jobDone',
  'auditRegression',
  'asvDrop',
  'invite',
  'deliveryFailed',
  'authExpired',
] as const
export type NoticeEvent = (typeof noticeEvents)[number]

const routeOf = () =>
  z.string().regex(/^(none|email|chat|int_[0-9a-z]{26})$/, 'Must be none, email, chat or the id of a chat integration')

/** Where notices of an organization go: nowhere, to owners and admins, to every connected chat, or to one of them. */
export const routeFields = {
  published: routeOf().describe('When an item is published'),
  jobDone: routeOf().describe('When a job is done or failed'),
  auditRegression: routeOf().describe('When a site audit finds a regression'),
  asvDrop: routeOf().describe('When AI search visibility drops'),
  invite: routeOf().describe('When somebody is invited'),
  deliveryFailed: routeOf().describe('When a delivery was given up'),
  authExpired: routeOf().describe('When a service refuses its credential'),
} satisfies Record<NoticeEvent, z.ZodString>

export type Routes = z.output<z.ZodObject<typeof routeFields>>

/** What holds where nothing is chosen. */
export const noRoutes: Routes = { ...noNotifications, deliveryFailed: 'none', authExpired: 'none' }
