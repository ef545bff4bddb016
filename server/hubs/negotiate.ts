import type { Hub } from '#shared/hubs/hub.ts'
import type { Admission, HubRequest } from './admission.ts'
import { type ConnectionTokens, randomName } from './connection-tokens.ts'

export interface NegotiateAnswer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

const availableTransports = [{ transport: 'WebSockets', transferFormats: ['Text', 'Binary'] }]

/** Answers a client's `negotiate`, version 1. */
export async function negotiate(
  hub: Hub,
  request: HubRequest,
  { admission, tokens }: { readonly admission: Admission; readonly tokens: ConnectionTokens },
): Promise<NegotiateAnswer> {
  if (request.query.get('negotiateVersion') !== '1') {
    return { status: 400, body: { value: 'Only negotiateVersion=1 is served.' } }
  }
  const admitted = await admission.admit(hub, request)
  if ('status' in admitted) return { status: admitted.status, body: { value: admitted.reason } }
  const connectionID = randomName()
  const sessionID = admitted.identity?.sessionID ?? null
  const connectionToken = tokens.issue({ path: hub.path, connectionID, sessionID })
  return {
    status: 200,
    body: { negotiateVersion: 1, connectionId: connectionID, connectionToken, availableTransports },
  }
}
