/**
 * Lets only what a screen knows be in its address: the router keeps what a validation leaves out, so each such value is said to be
 * undefined, and falls out of the address before the screen is shown.
 *
 * @param read what the screen takes from an address; what is missing or not valid has no entry
 */
export function knownSearch<S extends object>(read: (given: Record<string, unknown>) => S) {
  return (given: Record<string, unknown>): S => ({
    ...Object.fromEntries(Object.keys(given).map((name) => [name, undefined])),
    ...read(given),
  })
}
