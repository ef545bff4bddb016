import type { Hub } from '#shared/hubs/hub.ts'
import { readArguments } from './arguments.ts'
import type { HubLog } from './log.ts'
import type { ServedHub } from './served-hub.ts'
import { type HubConnection, HubRefusal } from './types.ts'

export interface Invocation {
  readonly target: string
  readonly args: readonly unknown[]
}

/** How an invocation ended. The error's text is for the client. */
export type Outcome = { readonly result: unknown } | { readonly error: string }

/** Method names are the client's choice: they are cut before they go into a text or the log. */
const shown = (name: string): string => name.slice(0, 80)

function generalError(target: string): Outcome {
  return { error: `An unexpected error occurred invoking '${target}' on the server.` }
}

/**
 * Calls a hub's method with checked arguments. Never throws: a refusal's text becomes the error, and
 * any other exception is logged while the client gets a general text.
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
