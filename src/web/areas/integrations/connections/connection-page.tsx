import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'

import { ChatSections } from '#web/areas/integrations/connections/chat-sections.tsx'
import { ChosenTarget } from '#web/areas/integrations/connections/chosen-target.tsx'
import { ConnectForm } from '#web/areas/integrations/connections/connect-form.tsx'
import { ConnectionTest } from '#web/areas/integrations/connections/connection-test.tsx'
import { ContentMode } from '#web/areas/integrations/connections/content-mode.tsx'
import { FieldMapping } from '#web/areas/integrations/connections/field-mapping.tsx'
import { SignInThere } from '#web/areas/integrations/connections/sign-in-there.tsx'
import { TroubledCopies } from '#web/areas/integrations/connections/troubled-copies.tsx'
import { stateWords } from '#web/areas/integrations/integration-words.ts'
import { SecretOnce } from '#web/areas/integrations/your-website/secret-once.tsx'
import { useOrganization } from '#web/context.ts'
import type { InputOf, OutputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { Dialog, DialogButtons } from '#web/parts/dialog.tsx'
import { Fact } from '#web/parts/fact.tsx'
import { Notice } from '#web/parts/notice.tsx'
import { Page } from '#web/parts/page.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { RehearsedDialog } from '#web/parts/rehearsed-dialog.tsx'
import { Section } from '#web/parts/section.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { Status } from '#web/parts/status.tsx'
import { Time } from '#web/parts/time.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useCatalogEntry } from '#web/use-catalog.ts'
import { useAction, useOperation } from '#web/use-operation.ts'

type Found = OutputOf<'getIntegration'>
type Provider = InputOf<'setConnectorSecret'>['provider']

/** One connected service: how it stands, what goes there, and what can be done. */
export function ConnectionPage() {
  const { integration: id = '' } = useParams({ strict: false })
  const found = useOperation('getIntegration', { id })
  const state = useOperation('getConnectorState', {})
  const integration = found.data?.integration
  // What was read stays when it cannot be read again: a dialog over it may show a secret that is shown once.
  const failed = [found, state].find(({ data, error }) => data === undefined && error !== null)
  if (failed)
    return (
      <Page title="Integration">
        <Problem error={failed.error} onRetry={() => void failed.refetch()} />
      </Page>
    )
  return (
    <Page title={integration?.displayName ?? 'Integration'} lead={integration?.host ?? undefined}>
      {found.data === undefined || state.data === undefined ? (
        <Skeleton className="h-96 w-full" />
      ) : (
        <Connected found={found.data} contentMode={state.data.contentMode} />
      )}
    </Page>
  )
}

function Connected({ found, contentMode }: { found: Found; contentMode: string }) {
  const { integration } = found
  const isTarget = contentMode === integration.provider
  const { tone, words } = stateWords[integration.state]
  const mayChange = useCatalogEntry('testIntegration')?.allowed ?? false
  return (
    <>
      <Section
        title="Connection"
        state={<Status tone={tone}>{words}</Status>}
        actions={mayChange && <ConnectionActions found={found} isTarget={isTarget} />}
        body={
          <div className="flex flex-col gap-4">
            {integration.lastError !== null && integration.state !== 'connected' && (
              <Notice tone={integration.state === 'auth_expired' ? 'bad' : 'warn'}>
                {integration.lastError.message}{' '}
                {integration.state === 'auth_expired' && 'Replace the credential: what waits is sent then.'}
              </Notice>
            )}
            <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
              {integration.kind !== 'webhook' && <Fact name="Signed in as">{integration.connectedAs ?? 'Nobody'}</Fact>}
              <Fact name="Credential">
                {integration.secretSetAt === null ? (
                  'None is stored'
                ) : (
                  <>
                    Set <Time at={integration.secretSetAt} />
                  </>
                )}
              </Fact>
              <Fact name="Last answer">
                {integration.lastOkAt === null ? 'None yet' : <Time at={integration.lastOkAt} />}
              </Fact>
            </dl>
            {mayChange && integration.state !== 'disconnected' && (
              <ConnectionTest id={integration.id} writes={integration.kind === 'cms'} />
            )}
          </div>
        }
      />
      {integration.kind === 'chat' && integration.state !== 'disconnected' && mayChange && (
        <ChatSections
          integration={integration}
          hasChannels={integration.target !== null || integration.state === 'pending'}
        />
      )}
      {integration.kind === 'search' && mayChange && integration.state !== 'disconnected' && (
        <ChosenTarget
          found={found}
          title="Property"
          none="Choose the property of your website."
          chosen={(name) => `Searches that led to ${name} are counted.`}
        />
      )}
      {(integration.kind === 'cms' || integration.kind === 'webhook') && (
        <>
          {mayChange && integration.state !== 'disconnected' && (
            <ChosenTarget
              found={found}
              title="Place of the copies"
              none="Choose where copies live."
              chosen={(name) => `Copies live in ${name}.`}
            />
          )}
          <ContentMode integration={integration} contentMode={contentMode} />
          {integration.kind === 'cms' && integration.state !== 'disconnected' && integration.state !== 'pending' && (
            <FieldMapping integration={integration} mayChange={mayChange} />
          )}
          <TroubledCopies integrationId={integration.id} />
        </>
      )}
    </>
  )
}

function ConnectionActions({ found, isTarget }: { found: Found; isTarget: boolean }) {
  const { integration } = found
  const { slug } = useOrganization()
  const navigate = useNavigate()
  const [open, setOpen] = useState<'secret' | 'disconnect' | null>(null)
  const [leftToDo, setLeftToDo] = useState<string | null>(null)
  const disconnect = useAction('disconnectIntegration')
  const isConnected = integration.state !== 'disconnected'
  const leave = () => {
    toast(`${integration.displayName} is disconnected.`)
    void navigate({ to: '/o/$orgSlug/settings/integrations', params: { orgSlug: slug } })
  }
  if (leftToDo !== null)
    return (
      <Dialog title={`${integration.displayName} is disconnected here only`}>
        <p>{leftToDo}</p>
        <DialogButtons>
          <Button look="ink" onClick={leave} data-autofocus>
            Close
          </Button>
        </DialogButtons>
      </Dialog>
    )
  return (
    <>
      <Button onClick={() => setOpen('secret')}>{isConnected ? 'Replace credential…' : 'Connect again…'}</Button>
      {isConnected && !isTarget && <Button onClick={() => setOpen('disconnect')}>Disconnect…</Button>}
      {open === 'secret' && <ReplaceCredential found={found} onClose={() => setOpen(null)} />}
      {open === 'disconnect' && (
        <RehearsedDialog
          title={`Disconnect ${integration.displayName}?`}
          verb="Disconnect"
          action={disconnect}
          input={{ id: integration.id as `int_${string}` }}
          onClose={() => setOpen(null)}
          onDone={(result) => (result.grant === 'failed' ? setLeftToDo(result.leftToDo) : leave())}
        >
          {(effects) => <Effects provider={integration.provider} effects={effects} />}
        </RehearsedDialog>
      )}
    </>
  )
}

function Effects({ provider, effects }: { provider: string; effects: OutputOf<'disconnectIntegration'> | null }) {
  return (
    <>
      <p>
        The stored credential is deleted, and no content there is changed.
        {effects?.grant === 'revoked' && ' The access that was granted there is given back.'}
        {effects?.grant === 'revoked' && provider === 'shopify' && ' The app is uninstalled from the shop.'}
        {effects !== null && effects.endedDeliveries > 0 && ` ${effects.endedDeliveries} waiting copies end.`}
      </p>
      {effects?.leftToDo != null && <p className="mt-2">{effects.leftToDo}</p>}
    </>
  )
}

function ReplaceCredential({ found: { integration, fields, signIn }, onClose }: { found: Found; onClose(): void }) {
  const { provider, displayName } = integration
  const [secret, setSecret] = useState<string | null>(null)
  const leave = () => {
    onClose()
    toast('The new credential works. What waited is sent now.')
  }
  if (secret !== null) return <SecretOnce title="The secret of your endpoint" secret={secret} onStored={leave} />
  return (
    <Dialog title={`Connect ${displayName} again`} onDismiss={onClose}>
      {signIn && <SignInThere provider={provider} label={displayName} fields={fields} integrationId={integration.id} />}
      {fields.length > 0 && (
        <ConnectForm
          service={{ provider: provider as Provider, label: displayName, fields }}
          integrationId={integration.id}
          settings={integration.settings}
          verb="Replace credential"
          onDone={({ signingSecret }) => (signingSecret === undefined ? leave() : setSecret(signingSecret))}
        />
      )}
    </Dialog>
  )
}
