import { useRef } from 'react'

import { type Source, sources } from '#web/areas/exchange/import/import-words.ts'
import { sizeOf } from '#web/areas/media/media-words.ts'
import { Button } from '#web/parts/button.tsx'
import { TextField } from '#web/parts/field.tsx'

type Props = {
  source: Source
  address: string
  file: File | null
  /** Whether what was looked at is a file that was sent before the page was loaded. */
  uploaded: boolean
  error: string | null | undefined
  onAddress(address: string): void
  onFile(file: File | null): void
}

/** Where the source is: a file of this computer, or an address. */
export function SourceField({ source, address, file, uploaded, error, onAddress, onFile }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const chooser = useRef<HTMLButtonElement>(null)
  const about = sources.find(({ value }) => value === source)
  return (
    <div className="flex flex-col gap-3">
      {about?.file && (
        <div>
          <input
            ref={input}
            type="file"
            accept={about.file.accept}
            hidden
            onChange={({ target }) => {
              onFile(target.files?.[0] ?? null)
              target.value = ''
            }}
          />
          <div className="flex flex-wrap items-center gap-3">
            <Button ref={chooser} onClick={() => input.current?.click()}>
              Choose a file
            </Button>
            {file ? (
              <>
                <span className="mono wrap-anywhere">{file.name}</span>
                <span className="text-sm text-muted">{sizeOf(file.size)}</span>
                <Button
                  size="small"
                  look="quiet"
                  onClick={() => {
                    chooser.current?.focus()
                    onFile(null)
                  }}
                >
                  Take it away
                </Button>
              </>
            ) : (
              <span className="text-muted">
                {uploaded ? 'The file that was sent is kept for this import.' : about.file.what}
              </span>
            )}
          </div>
        </div>
      )}
      {!file && (
        <TextField
          label={about?.file ? 'Or its address' : 'Address'}
          type="url"
          value={address}
          maxLength={2048}
          autoComplete="off"
          spellCheck={false}
          hint={about?.address}
          error={error}
          onChange={({ target }) => onAddress(target.value)}
        />
      )}
    </div>
  )
}
