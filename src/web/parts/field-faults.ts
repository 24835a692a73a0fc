/** What an input lacks, as a sentence under its field: browsers say it in a bubble, and in words of their own. */
export function faultOf({
  validity,
  validationMessage,
  type,
  minLength,
}: HTMLInputElement | HTMLTextAreaElement): string {
  if (validity.valueMissing) return 'Fill this in.'
  if (validity.typeMismatch && type === 'email') return 'Write a whole e-mail address, such as name@example.com.'
  if (validity.typeMismatch && type === 'url') return 'Write the whole address, such as https://example.com.'
  if (validity.tooShort) return `Write at least ${minLength} characters.`
  return validationMessage
}
