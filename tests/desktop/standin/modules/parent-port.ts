/** Loaded first in a utility process: its line to main, which keeps it alive until main ends it. */
import { strict } from '../strict.ts'

process.channel?.ref()
Object.assign(process, {
  type: 'utility',
  parentPort: strict('process.parentPort', {
    postMessage: (message: unknown) => void process.send?.(message),
  }),
})
process.on('disconnect', () => process.exit())
