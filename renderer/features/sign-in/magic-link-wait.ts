import type { magicHub } from '#shared/hubs/magic.ts'
import type { HubClient } from '../../services/hubs/hub-client.ts'
import type { LinkState } from './sign-in-state.ts'

export interface MagicLinkListener {
  onState(state: LinkState): void
  /** The link was confirmed; called once. */
  onConfirmed(key: string): void
}

/**
 * Joins the queue of a sign-in and waits for its link (spec 1 §4.1, §7), again after each reconnect.
 * Where the server refuses the client key it leaves with REFUSED. Returns what leaves the queue.
 */
export function waitForMagicLink(
  hub: HubClient<typeof magicHub>,
  clientKey: string,
  listener: MagicLinkListener,
): () => void {
  let left = false
  const leave = () => {
    if (left) return
    left = true
    for (const off of offs) off()
    void hub.stop().catch(() => {})
  }
  const join = async () => {
    try {
      await hub.invoke('onJoinQueue', clientKey)
      if (!left) listener.onState('WAITING')
    } catch {
      // A connection that broke meanwhile joins again once it stands; one that stands means a refusal.
      if (left || hub.state !== 'connected') return
      leave()
      listener.onState('REFUSED')
    }
  }
  const offs = [
    hub.on('magicKeyConfirmed', (key) => {
      leave()
      listener.onConfirmed(key)
    }),
    hub.onConnected(() => void join()),
    hub.subscribe(() => {
      if (hub.state === 'reconnecting' || hub.state === 'disconnected') listener.onState('LOST')
    }),
  ]
  listener.onState('CONNECTING')
  // It tries for as long as we wait; only the library for it can fail to come.
  hub.start().catch(() => {
    if (left) return
    leave()
    listener.onState('REFUSED')
  })
  return leave
}
