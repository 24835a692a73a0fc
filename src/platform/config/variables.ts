import { z } from 'zod'

import type { About } from './variables/about.ts'
import { database, databaseVariables } from './variables/database.ts'
import { files, filesVariables } from './variables/files.ts'
import { limits, limitsVariables } from './variables/limits.ts'
import { logs, logsVariables } from './variables/logs.ts'
import { mail, mailVariables } from './variables/mail.ts'
import { models, modelsVariables } from './variables/models.ts'
import { secrets, secretsVariables } from './variables/secrets.ts'
import { server, serverVariables } from './variables/server.ts'
import { services, servicesVariables } from './variables/services.ts'
import { websites, websitesVariables } from './variables/websites.ts'

/** Every variable that Masthead reads. */
export const variables = z.object({
  ...serverVariables,
  ...databaseVariables,
  ...filesVariables,
  ...secretsVariables,
  ...mailVariables,
  ...websitesVariables,
  ...servicesVariables,
  ...modelsVariables,
  ...limitsVariables,
  ...logsVariables,
})

export type Variables = z.output<typeof variables>
export type VariableName = keyof Variables

export const variableNames: readonly VariableName[] = variables.keyof().options

const groups = {
  Server: server,
  Database: database,
  Files: files,
  Secrets: secrets,
  Mail: mail,
  Websites: websites,
  Services: services,
  Models: models,
  Limits: limits,
  Logs: logs,
}

/** What is said about a variable, and the heading under which it is said. */
export function aboutVariable(name: VariableName): About & { group: string } {
  for (const [group, said] of Object.entries(groups)) {
    const about = said.get(variables.shape[name])
    if (about !== undefined) return { group, ...about }
  }
  throw new Error(`${name} is not described`)
}
