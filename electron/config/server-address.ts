export type ServerAddress =
  | { readonly ok: true; readonly origin: string; readonly loopback: boolean }
  | { readonly ok: false; readonly message: string }

/** Sources of the server's address, in order of precedence. */
export interface ServerAddressSources {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** Text of the configuration file, or null where there is none. */
  readonly configFile: string | null
}

const SWITCH = '--server='

/**
 * The server's address: the `--server=` argument, else FIELDWORK_SERVER, else `server` in the configuration
 * file. The first that is given decides. An invalid one is an error, so that nobody is connected to another
 * server than the one they named.
 */
export function findServerAddress({ args, env, configFile }: ServerAddressSources): ServerAddress {
  const argument = args.find((candidate) => candidate.startsWith(SWITCH))
  if (argument !== undefined) return parseServerAddress(argument.slice(SWITCH.length))
  if (env.FIELDWORK_SERVER) return parseServerAddress(env.FIELDWORK_SERVER)
  if (configFile !== null) return fromConfigFile(configFile)
  return refused('No server address is configured.')
}

function fromConfigFile(text: string): ServerAddress {
  let server: unknown
  try {
    server = (JSON.parse(text) as { server?: unknown } | null)?.server
  } catch {
    return refused('The configuration file is not valid JSON.')
  }
  if (typeof server !== 'string') return refused("The configuration file has no text 'server'.")
  return parseServerAddress(server)
}

/** Accepts an origin: https anywhere, http on this machine only, without path and credentials. */
export function parseServerAddress(text: string): ServerAddress {
  if (!URL.canParse(text)) return refused(`'${text}' is not an address.`)
  const url = new URL(text)
  const loopback = isLoopback(url.hostname)
  if (url.username || url.password) return refused('A server address must not contain a name or password.')
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && loopback)) {
    return refused(`'${text}' is neither an https address nor one on this machine.`)
  }
  if (url.pathname !== '/' || url.search || url.hash) {
    return refused(`'${text}' has more than a host and a port.`)
  }
  return { ok: true, origin: url.origin, loopback }
}

/** Whether a host, normalised by the URL parser, is this machine: 127.0.0.0/8, ::1, localhost. */
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}

function refused(message: string): ServerAddress {
  return { ok: false, message }
}
