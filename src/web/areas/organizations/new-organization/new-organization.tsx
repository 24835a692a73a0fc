import { Link, useNavigate, useRouteContext } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { useClient } from '#web/context.ts'
import { OperationError } from '#web/operation-error.ts'
import { Button, buttonLook } from '#web/parts/button.tsx'
import { ErrorSummary } from '#web/parts/error-summary.tsx'
import { TextField } from '#web/parts/field.tsx'
import { PlainPage } from '#web/parts/plain-page.tsx'
import { renewSession } from '#web/session.ts'

/** Creates an organization that the person owns. */
export function NewOrganization() {
  const { queries } = useRouteContext({ from: '__root__' })
  const { call } = useClient()
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<OperationError | null>(null)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name')).trim()
    setBusy(true)
    setError(null)
    try {
      const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone
      const { result } = await call('createOrganization', { name, timezone })
      await renewSession(queries)
      await navigate({ to: '/o/$orgSlug/content', params: { orgSlug: result.organization.slug } })
    } catch (failure) {
      if (!(failure instanceof OperationError)) throw failure
      setError(failure)
      setBusy(false)
    }
  }

  return (
    <PlainPage
      title="New organization"
      lead="It has its own content, members and keys. You own it and can invite others."
    >
      <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        {error && <ErrorSummary key={error.requestId ?? error.message}>{error.message}</ErrorSummary>}
        <TextField
          label="Name"
          name="name"
          required
          maxLength={120}
          autoComplete="organization"
          hint="The company or site whose content lives here. It can be changed later."
          error={error?.fieldMessage('name')}
        />
        <Button type="submit" look="primary" isBusy={isBusy} className="w-full">
          {isBusy ? 'Creating…' : 'Create organization'}
        </Button>
        <Link to="/" className={buttonLook('quiet')}>
          Cancel
        </Link>
      </form>
    </PlainPage>
  )
}
