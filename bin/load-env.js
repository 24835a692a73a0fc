import { existsSync } from 'node:fs'

// What is set already wins over the file. Node's own flag for this prints a line where there is no file.
if (existsSync('.env')) process.loadEnvFile('.env')
