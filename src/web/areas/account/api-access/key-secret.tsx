import { Download } from 'lucide-react'
import { Snippets } from '#web/areas/account/api-access/snippets.tsx'
import { Button } from '#web/parts/button.tsx'
import { CopyButton } from '#web/parts/copy-button.tsx'
import { Dialog, DialogButtons } from '#web/parts/dialog.tsx'
import { Notice } from '#web/parts/notice.tsx'

export type FreshKey = { title: string; secret: string; canWrite: boolean }

/** Shows the secret of a new key, once. It lives in this component only and closes by the one button alone. */
export function KeySecret({ fresh: { title, secret, canWrite }, onStored }: { fresh: FreshKey; onStored(): void }) {
  return (
    <Dialog title={title} width="wide">
      <Notice tone="warn">Store the key now. It is shown this once; nobody can show it again.</Notice>
      <div className="mt-4 rounded-lg border border-line bg-raised px-3 py-2.5">
        <code data-testid="secret" className="block break-all select-all">
          {secret}
        </code>
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        <CopyButton text={secret} label="Copy key" look="primary" />
        <Button onClick={() => downloadEnv(secret)}>
          <Download aria-hidden strokeWidth={1.75} /> Download .env
        </Button>
      </div>
      <h3 className="mt-6 mb-3 font-semibold">Try it</h3>
      <Snippets apiKey={secret} canWrite={canWrite} />
      <DialogButtons>
        <Button look="primary" onClick={onStored}>
          I have stored it
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

function downloadEnv(secret: string): void {
  const address = URL.createObjectURL(new Blob([`MASTHEAD_URL=${location.origin}\nMASTHEAD_API_KEY=${secret}\n`]))
  const link = Object.assign(document.createElement('a'), { href: address, download: 'masthead.env' })
  link.click()
  URL.revokeObjectURL(address)
}
