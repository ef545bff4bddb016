import './lib/require-node.ts'
import { BuildError, build } from './lib/build-tasks.ts'

try {
  await build((line) => console.log(line))
} catch (error) {
  if (!(error instanceof BuildError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
