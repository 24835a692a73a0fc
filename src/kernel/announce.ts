import type { ContentChange, DeliveryRef } from './change.ts'
import type { Writer } from './database.ts'
import type { JobId, OrganizationId } from './ids.ts'
import type { Start } from './job.ts'

/** Whose change it is, when, and how work that follows from it is started with it. */
export type Announcing = {
  organizationId: OrganizationId
  now: Date
  start: Start
  /** Notes the job that carries the change to a copy elsewhere, for the answer of the call. */
  carriedBy?(jobId: JobId): void
}

/** Writes the notifications of a change into the open transaction (integrations.md#messages-commit-with-changes). */
export type Announce = (db: Writer, change: ContentChange, about: Announcing) => Promise<readonly DeliveryRef[]>

/** Where nobody is notified of anything. */
export const announceNothing: Announce = async () => []
