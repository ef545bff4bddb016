import type { HostClient } from './bridge.ts'

const SWITCH = '--fieldwork-client='

/** The command-line argument by which main tells a preload about the client. */
export function clientArgument(client: HostClient): string {
  return SWITCH + encodeURIComponent(JSON.stringify(client))
}

/**
 * Reads what `clientArgument` wrote. @throws where it is missing: main and preload are of different versions
 * then
 */
export function clientFromArguments(args: readonly string[]): HostClient {
  const argument = args.find((candidate) => candidate.startsWith(SWITCH))
  if (argument === undefined) throw new Error(`The argument ${SWITCH} is missing.`)
  return JSON.parse(decodeURIComponent(argument.slice(SWITCH.length))) as HostClient
}
