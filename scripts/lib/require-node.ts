import { isAtLeast, MINIMUM_PINNED_NODE } from '../setup/versions.mjs'

/** Ends an entry script that runs on an older Node than the pinned one, with one clear line. */
if (!isAtLeast(process.version, MINIMUM_PINNED_NODE)) {
  process.stderr.write(
    `fieldwork: this script needs Node ${MINIMUM_PINNED_NODE.join('.')} and runs on ${process.version}. ` +
      'Run it through npm (npm start, npm test); if that fails too, run: npm rebuild node --ignore-scripts=false\n',
  )
  process.exit(1)
}
