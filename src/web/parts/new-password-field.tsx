import { PasswordField } from '#web/parts/password-field.tsx'

type Props = { label?: string; name?: string; error?: string | null | undefined }

/** A password that is being chosen, with what is required of it. */
export function NewPasswordField({ label = 'Password', name = 'password', error }: Props) {
  return (
    <PasswordField
      label={label}
      name={name}
      autoComplete="new-password"
      minLength={12}
      maxLength={256}
      required
      hint="At least 12 characters. A few words in a row are easy to remember."
      error={error}
    />
  )
}
