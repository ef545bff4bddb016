import {
  HttpTransportType,
  type HubConnection,
  HubConnectionBuilder,
  type IRetryPolicy,
  LogLevel,
} from '@microsoft/signalr'
import { type Hub, SERVER_STOPS } from '#shared/hubs/hub.ts'
import type { HubClientServices } from './hub-client.ts'

/** A server that is taken down sends its clients elsewhere: each comes back within this, spread. Ours. */
const ELSEWHERE_MS = 500

/** Whether a connection was lost because its server is taken down, by the words that SignalR gives for it. */
export const isSentElsewhere = (reason: Error | undefined): boolean =>
  reason?.message.endsWith(SERVER_STOPS) ?? false

/** @param delayOf milliseconds until the next try, after so many; null to give up. Asked once for each */
export function buildConnection(
  hub: Hub,
  services: Pick<HubClientServices, 'baseUrl' | 'hubToken' | 'random'>,
  delayOf: (before: number) => number | null,
): HubConnection {
  const retry: IRetryPolicy = {
    nextRetryDelayInMilliseconds({ previousRetryCount, retryReason }) {
      const usual = delayOf(previousRetryCount)
      const isFirst = previousRetryCount === 0 && isSentElsewhere(retryReason)
      return isFirst ? Math.round(ELSEWHERE_MS * services.random()) : usual
    },
  }
  return new HubConnectionBuilder()
    .withUrl(services.baseUrl + hub.path, {
      // Nobody is signed in yet on a hub for everybody, so there is no token to ask for.
      ...(hub.auth === 'none' ? {} : { accessTokenFactory: services.hubToken }),
      transport: HttpTransportType.WebSockets,
      withCredentials: false,
    })
    .withAutomaticReconnect(retry)
    .configureLogging(LogLevel.None)
    .build()
}
