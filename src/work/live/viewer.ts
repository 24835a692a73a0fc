import type { ShownOrganization } from '#areas/account/index.ts'
import { isAtLeast, type Role } from '#kernel/scope.ts'

import type { Presence } from './live-presence.ts'
import type { LiveCall } from './live-records.ts'

/**
 * What a stream receives. `ready`: it is open; unless it is resumed, anything may have changed before, the last of it at `latestAt`,
 * null where that is too long ago to be known. `call`: for those who may
 * read the audit log. `change`: for everybody else. `presence`: who is at an article now, after somebody came or left.
 */
export type LiveMessage = { id: string } & (
  | Ready
  | ({ kind: 'call' } & LiveCall)
  | { kind: 'change'; area: string }
  | ({ kind: 'presence' } & Presence)
)

type Ready = { kind: 'ready'; resumed: true } | { kind: 'ready'; resumed: false; latestAt: string | null }

export type Viewer = ShownOrganization & {
  role: Role
  /** The id of the last message that the viewer has seen. */
  after: string | undefined
  tell(message: LiveMessage): void
  /** The viewer may see no more, or the process ends. */
  end(): void
}

/** Sends a viewer a call as far as the role allows: only admins and owners read the audit log (audit.md#streams-carry-no-content). */
export function tellCall(viewer: Viewer, call: LiveCall): void {
  if (isAtLeast(viewer.role, 'admin')) viewer.tell({ kind: 'call', ...call })
  else if (call.changed && call.area !== null) viewer.tell({ id: call.id, kind: 'change', area: call.area })
}
