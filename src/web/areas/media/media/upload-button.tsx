import { useRef } from 'react'

import { Button } from '#web/parts/button.tsx'

const accepted = 'image/png,image/jpeg,image/webp,image/avif,image/gif'

/** Lets the person choose pictures of this computer. */
export function UploadButton({ disabled, onFiles }: { disabled: boolean; onFiles(files: readonly File[]): void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accepted}
        multiple
        hidden
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          target.value = ''
        }}
      />
      <Button look="ink" disabled={disabled} onClick={() => input.current?.click()}>
        Upload
      </Button>
    </>
  )
}
