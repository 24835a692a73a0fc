import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'

import { ConnectForm } from '#web/areas/integrations/connections/connect-form.tsx'
import { NotRegistered } from '#web/areas/integrations/connections/not-registered.tsx'
import { SignInThere } from '#web/areas/integrations/connections/sign-in-there.tsx'
import { SecretOnce } from '#web/areas/integrations/your-website/secret-once.tsx'
import { useOrganization } from '#web/context.ts'
import type { OutputOf } from '#web/operations.ts'
import { Notice } from '#web/parts/notice.tsx'
import { Page } from '#web/parts/page.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useOperation } from '#web/use-operation.ts'

/** Connecting a service: its own fields, and what it says of them. */
export function ConnectService() {
  const { slug } = useOrganization()
  const { provider } = useParams({ strict: false })
  const navigate = useNavigate()
  const list = useOperation('listIntegrations', { pageSize: 100 })
  const found = list.data?.availableProviders.find((one) => one.provider === provider)
  // It outlives the form: the service is no longer one to connect.
  const [done, setDone] = useState<OutputOf<'setConnectorSecret'> | null>(null)

  function leave({ integration }: OutputOf<'setConnectorSecret'>) {
    toast(`${integration.displayName} is connected.`)
    void navigate({
      to: '/o/$orgSlug/settings/integrations/$integration',
      params: { orgSlug: slug, integration: integration.id },
    })
  }

  return (
    <Page title={found === undefined ? 'Connect a service' : `Connect ${found.label}`}>
      {list.error !== null && <Problem error={list.error} onRetry={() => void list.refetch()} />}
      {list.data === undefined && list.error === null && <Skeleton className="h-64 w-full" />}
      {list.data !== undefined && found === undefined && done === null && (
        <Notice tone="info">It is connected already, or there is no such service.</Notice>
      )}
      {found?.signIn === true && <SignInThere provider={found.provider} label={found.label} fields={found.fields} />}
      {found?.signIn === false && found.fields.length === 0 && (
        <NotRegistered label={found.label} registration={found.registration} />
      )}
      {found !== undefined && found.fields.length > 0 && (
        <ConnectForm
          service={found}
          verb="Connect"
          onDone={(given) => (given.signingSecret === undefined ? leave(given) : setDone(given))}
        />
      )}
      {done?.signingSecret !== undefined && (
        <SecretOnce title="The secret of your endpoint" secret={done.signingSecret} onStored={() => leave(done)} />
      )}
    </Page>
  )
}
