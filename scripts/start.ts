import './lib/require-node.ts'
import { start } from './lib/start.ts'
import { parseStartOptions, START_HELP } from './lib/start-options.ts'

function fail(message: string): never {
  process.stderr.write(`\n${message}\n`)
  process.exit(1)
}

try {
  const options = parseStartOptions(process.argv.slice(2))
  if (options.help) console.log(START_HELP)
  else process.exitCode = await start(options)
} catch (error) {
  fail(error instanceof Error ? error.message : String(error))
}
