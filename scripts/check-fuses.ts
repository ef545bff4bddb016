/** Checks the fuses of a packaged client: `node scripts/check-fuses.ts out/Fieldwork-win32-x64/fieldwork.exe`. */
import './lib/require-node.ts'
import { FUSES } from '../build/fuses.ts'
import { wrongFuses } from './lib/fuses.ts'

const [binary] = process.argv.slice(2)
if (binary === undefined) throw new Error('Name the binary of the packaged client.')
const wrong = await wrongFuses(binary, FUSES)
for (const line of wrong) console.error(line)
if (wrong.length > 0) process.exitCode = 1
else console.log('Every fuse is as decided.')
