import { parseArgs } from 'node:util'

export interface StartOptions {
  /** Throw the kept data away first. */
  readonly reset: boolean
  /** Open no client. */
  readonly noOpen: boolean
  /** Open the browser even where Electron is there. */
  readonly browser: boolean
  /** The wanted port; null takes the last one, else a free one. */
  readonly port: number | null
  readonly help: boolean
  /** Begin without the demo company: somebody sets the installation up. */
  readonly noDemo: boolean
}

export const START_HELP = `npm start -- [options]

  --no-demo   begin with nobody, and set up a company of your own
  --reset     begin afresh: throw the kept data away
  --port N    listen on this port
  --browser   open the browser, not the desktop client
  --no-open   open nothing, only serve
  --help      this text

FIELDWORK_DATA=folder      where data and logs are kept (default .data)
FIELDWORK_NO_ELECTRON=1    never look for or fetch the desktop client's runtime`

/**
 * Reads the arguments of `npm start`.
 *
 * @throws Error with a sentence for a person
 */
export function parseStartOptions(args: readonly string[]): StartOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      reset: { type: 'boolean', default: false },
      'no-open': { type: 'boolean', default: false },
      browser: { type: 'boolean', default: false },
      port: { type: 'string' },
      'no-demo': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  return {
    reset: values.reset,
    noOpen: values['no-open'],
    browser: values.browser,
    port: values.port === undefined ? null : portNumber(values.port),
    noDemo: values['no-demo'],
    help: values.help,
  }
}

function portNumber(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535) {
    throw new Error(`--port wants a number from 1 to 65535, not "${text}".`)
  }
  return port
}
