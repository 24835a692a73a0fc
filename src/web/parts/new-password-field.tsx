import { PasswordField } from '#web/parts/password-field.tsx'

type Props = { label?: string; name?: string; error?: string | null | undefined }

/** A password that is chosen now, with what is asked of it (identity.md 2.2). */
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
