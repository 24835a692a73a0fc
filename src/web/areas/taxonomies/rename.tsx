import { useEffect, useRef, useState } from 'react'

import { inputLook } from '#web/parts/control-look.ts'

type Props = {
  name: string
  maxLength: number
  /** Returns whether the name was taken. */
  onRename(name: string): Promise<boolean>
}

/** A name that is changed where it stands: a press opens it, Enter or leaving saves, Escape leaves it as it was. */
export function Rename({ name, maxLength, onRename }: Props) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const box = useRef<HTMLInputElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (isOpen) box.current?.select()
    else if (wasOpen.current) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])

  async function save() {
    const wanted = box.current?.value.trim() ?? ''
    if (wanted === '' || wanted === name || (await onRename(wanted))) setOpen(false)
  }

  if (!isOpen)
    return (
      <button
        ref={button}
        type="button"
        aria-label={`Rename ${name}`}
        onClick={() => setOpen(true)}
        className="t-row min-h-6 max-w-full text-left wrap-anywhere hover:underline"
      >
        {name}
      </button>
    )
  return (
    <input
      ref={box}
      aria-label={`New name of ${name}`}
      defaultValue={name}
      maxLength={maxLength}
      autoComplete="off"
      onKeyDown={({ key }) => {
        if (key === 'Enter') void save()
        if (key === 'Escape') setOpen(false)
      }}
      onBlur={() => void save()}
      className={inputLook}
    />
  )
}
