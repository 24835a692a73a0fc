type Texts = Readonly<Record<string, string>>

/** Shorter ones are names, and occur by chance. */
const shortest = 8
const names = ['username', 'clientId']

const secretsOf = (secret: Texts): [string, string][] =>
  Object.entries(secret).filter(([name, value]) => value.length >= shortest && !names.includes(name))

/** Settings that may be shown: a secret within one, as in the address of a key file, is the name of its field in braces. */
export const withoutSecrets = (settings: Texts, secret: Texts): Record<string, string> =>
  mapTexts(settings, (text) =>
    secretsOf(secret).reduce((rest, [name, value]) => rest.replaceAll(value, `{${name}}`), text),
  )

/** The same with the secrets in their places, as connectors need them. */
export const withSecrets = (settings: Texts, secret: Texts): Record<string, string> =>
  mapTexts(settings, (text) =>
    secretsOf(secret).reduce((rest, [name, value]) => rest.replaceAll(`{${name}}`, value), text),
  )

const mapTexts = (settings: Texts, to: (text: string) => string): Record<string, string> =>
  Object.fromEntries(Object.entries(settings).map(([name, text]) => [name, to(text)]))
