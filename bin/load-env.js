import { existsSync } from 'node:fs'

// What is already set wins over the file. Node's own flag for this prints a line where there is no file.
if (existsSync('.env')) process.loadEnvFile('.env')
