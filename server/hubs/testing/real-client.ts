import {
  HttpTransportType,
  type HubConnection,
  HubConnectionBuilder,
  type IHubProtocol,
  type IRetryPolicy,
  JsonHubProtocol,
  LogLevel,
} from '@microsoft/signalr'
import { MessagePackHubProtocol } from '@microsoft/signalr-protocol-msgpack'

export const protocolNames = ['json', 'messagepack'] as const
export type ProtocolName = (typeof protocolNames)[number]

export interface RealClientOptions {
  readonly protocol?: ProtocolName
  readonly token?: string
  readonly skipNegotiation?: boolean
  readonly retryPolicy?: IRetryPolicy
}

function createProtocol(name: ProtocolName): IHubProtocol {
  return name === 'json' ? new JsonHubProtocol() : new MessagePackHubProtocol()
}

/** A connection of the real client package, not started yet. */
export function createRealClient(url: string, options: RealClientOptions = {}): HubConnection {
  const { protocol = 'json', token, skipNegotiation = false, retryPolicy } = options
  const builder = new HubConnectionBuilder()
    .configureLogging(LogLevel.None)
    .withHubProtocol(createProtocol(protocol))
    .withUrl(url, {
      ...(token === undefined ? {} : { accessTokenFactory: () => token }),
      ...(skipNegotiation ? { skipNegotiation, transport: HttpTransportType.WebSockets } : {}),
    })
  return (retryPolicy ? builder.withAutomaticReconnect(retryPolicy) : builder).build()
}
