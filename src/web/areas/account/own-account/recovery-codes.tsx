import { Download } from 'lucide-react'

import { Button } from '#web/parts/button.tsx'
import { CopyButton } from '#web/parts/copy-button.tsx'
import { Dialog, DialogButtons } from '#web/parts/dialog.tsx'
import { Notice } from '#web/parts/notice.tsx'
import { saveFile } from '#web/parts/save-file.ts'

/** Shows new recovery codes, once. They live in this component only, which only its button closes. */
export function RecoveryCodes({ codes, onStored }: { codes: string[]; onStored(): void }) {
  const text = `${codes.join('\n')}\n`
  return (
    <Dialog title="Store your recovery codes">
      <Notice tone="warn">Each opens your account once if your phone is lost. They are shown only once.</Notice>
      <ul
        data-testid="recovery-codes"
        className="mt-4 grid gap-x-6 gap-y-1.5 rounded-lg border border-line bg-raised px-4 py-3 sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>
            <code className="whitespace-nowrap">{code}</code>
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2">
        <CopyButton text={text} label="Copy codes" />
        <Button onClick={() => saveFile('masthead-recovery-codes.txt', text, 'text/plain')}>
          <Download aria-hidden strokeWidth={1.75} /> Download
        </Button>
      </div>
      <DialogButtons>
        <Button look="ink" onClick={onStored} data-autofocus>
          I have stored them
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
