import { Refusal } from '#kernel/errors.ts'

import type { EngineRow } from './engines.ts'
