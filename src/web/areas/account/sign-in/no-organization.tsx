import { PlainPage } from '#web/parts/plain-page.tsx'

export function NoOrganization() {
  return (
    <PlainPage title="No organization yet">
      <p>You are signed in, but you are not a member of any organization. Ask an owner or admin to invite you.</p>
    </PlainPage>
  )
}
