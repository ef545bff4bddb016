import type { visitorHub } from '#shared/hubs/visitor.ts'
import type { HubClient } from '../../hubs/hub-client.ts'
import type { CallMediaParts } from './call-media.ts'

/**
 * A visitor's hub in the place of the shell's: a call asks the same of both, but that a visitor's seat is taken by the
 * token of their link and a name.
 */
export function visitorCallHub(
  hub: HubClient<typeof visitorHub>,
  { token, name }: { readonly token: string; readonly name: string },
): CallMediaParts['hub'] {
  const invoke = async (method: string, ...args: readonly unknown[]) => {
    if (method === 'takeCallSeat') return hub.invoke('takeVisitorSeat', token, String(args[1]), name)
    // Support looks after people of the company; of visitors nothing is kept.
    if (method === 'keepCallFigures') return
    // What both have, they have alike: it is declared once.
    return (hub.invoke as (method: string, ...args: readonly unknown[]) => Promise<unknown>)(method, ...args)
  }
  return {
    invoke: invoke as CallMediaParts['hub']['invoke'],
    on: hub.on as CallMediaParts['hub']['on'],
    onConnected: hub.onConnected,
    subscribe: hub.subscribe,
    get state() {
      return hub.state
    },
  }
}
