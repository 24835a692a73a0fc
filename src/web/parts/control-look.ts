/** How what is filled in looks; as wide as what it is in. */
export const controlLook =
  'block min-h-11 rounded-lg border border-edge bg-surface px-2.5 text-lg md:min-h-7.5 md:text-base aria-invalid:border-press aria-invalid:ring-1 aria-invalid:ring-press'
export const inputLook = `w-full ${controlLook}`
