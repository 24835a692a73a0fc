import { baseUrl, bucketName, keyId, onOff, oneOf, parsed, regionName } from '#platform/config/readers.ts'
import { secret, secretKey } from '#platform/config/secrets.ts'

import { groupOfVariables } from './about.ts'

export const files = groupOfVariables()

export const filesVariables = {
  MEDIA_STORE: oneOf('local', 's3').prefault('local').register(files, {
    description:
      'Where files of media are stored: local is DATA_DIR/media, which all nodes must share; s3 is a bucket.',
    example: 's3',
    unset: 'local',
  }),
  S3_ENDPOINT: parsed(baseUrl).optional().register(files, {
    description: 'Address of the store that speaks S3.',
    example: 'https://s3.eu-central-1.amazonaws.com',
    unset: "Amazon's, in S3_REGION",
  }),
  S3_BUCKET: parsed(bucketName).optional().register(files, {
    description: 'Bucket of the files. It needs no public access: Masthead serves the files itself.',
    example: 'masthead-media',
    unset: 'none',
  }),
  S3_REGION: parsed(regionName).prefault('us-east-1').register(files, {
    description: 'Region that requests are signed for.',
    example: 'eu-central-1',
    unset: 'us-east-1',
  }),
  S3_PATH_STYLE: onOff('on', 'off').prefault('off').register(files, {
    description: 'on: the bucket is named in the path instead of the host name, as most self-hosted stores expect.',
    example: 'on',
    unset: 'off',
  }),
  S3_ACCESS_KEY_ID: parsed(keyId).optional().register(files, {
    description: 'Id of the access key. It must be allowed to list the bucket, and to read, write and remove objects.',
    example: 'AKIAIOSFODNN7EXAMPLE',
    unset: 'none',
  }),
  S3_SECRET_ACCESS_KEY: secret(secretKey).optional().register(files, {
    description: 'Secret of that key.',
    example: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    unset: 'none',
  }),
}
