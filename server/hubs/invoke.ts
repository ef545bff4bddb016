import type { Hub } from '#shared/hubs/hub.ts'
import { readArguments } from './arguments.ts'
import type { HubLog } from './log.ts'
import type { ServedHub } from './served-hub.ts'
import { type HubConnection, HubRefusal } from './types.ts'

export interface Invocation {
  readonly target: string
  readonly args: readonly unknown[]
}

/** How an invocation ended. The error's text is told to the client. */
export type Outcome = { readonly result: unknown } | { readonly error: string }

/** The client chooses the method's name, so it is cut before it goes into a text or the log. */
const shown = (name: string): string => name.slice(0, 80)

function generalError(target: string): Outcome {
  return { error: `An unexpected error occurred invoking '${target}' on the server.` }
}

/**
 * Calls a hub's method with checked arguments. Never throws: the client is told a refusal's text, or a
 * general one for any other exception, which is logged.
 */
export async function invokeMethod(
  served: ServedHub,
  connection: HubConnection<Hub>,
  { target, args }: Invocation,
  log: HubLog,
): Promise<Outcome> {
  const { methods } = served.declaration
  const declared = Object.hasOwn(methods, target) ? methods[target] : undefined
  const handler = Object.hasOwn(served.handlers.methods, target) ? served.handlers.methods[target] : undefined
  if (!declared || !handler) return { error: `Unknown hub method '${shown(target)}'.` }
  const read = readArguments(declared.args, args)
  if (!read.ok) return { error: `Invalid arguments for '${target}': ${read.error}.` }
  try {
    return { result: declared.result.parse(await handler(connection, ...read.args)) }
  } catch (error) {
    if (error instanceof HubRefusal && error.message !== '') return { error: error.message }
    log('error', 'hub method failed', { method: target, error })
    return generalError(target)
  }
}
