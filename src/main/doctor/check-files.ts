import { constants } from 'node:fs'
import { access } from 'node:fs/promises'

import { mediaFolder, openFiles } from '#main/installation.ts'
import type { Config } from '#platform/config/config.ts'

import { type Check, fault, fine } from './check.ts'

const name = 'files'

/**
 * Whether media files can be stored. A bucket is tested with a small object that is removed again: nothing else proves it. A
 * folder is only looked at; where there is none yet, the check of the disk says whether it can be created.
 */
export async function checkFiles(config: Config): Promise<Check> {
  return config.s3 === null ? checkFolder(config) : checkBucket(config)
}

async function checkFolder(config: Config): Promise<Check> {
  const folder = mediaFolder(config)
  const reason: unknown = await access(folder, constants.W_OK | constants.X_OK).then(
    () => undefined,
    (error: unknown) => Reflect.get(Object(error), 'code'),
  )
  if (reason === undefined || reason === 'ENOENT') return fine(name, `Media files are in ${folder}.`)
  return fault(name, `The media folder ${folder} cannot be written.`, 'Give it to the user who runs Masthead.')
}

async function checkBucket(config: Config): Promise<Check> {
  const files = openFiles(config)
  try {
    await files.prove()
    return fine(name, `Media files are in ${files.place}: it can be written and read.`)
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const says = cause instanceof Error ? cause.message : String(cause)
    return fault(
      name,
      `Nothing can be stored in ${files.place}: ${says}.`,
      'Check S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_PATH_STYLE and the key: it must list, read, write and remove.',
    )
  } finally {
    await files.close()
  }
}
