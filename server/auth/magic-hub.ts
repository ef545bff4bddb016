import type { magicHub } from '#shared/hubs/magic.ts'
import { type HubClients, type HubHandlers, HubRefusal } from '../hubs/types.ts'
import type { MagicLinks } from './magic-links.ts'
import type { SignIns } from './sign-ins.ts'

interface MagicHubOptions {
  readonly signIns: SignIns
  readonly magicLinks: MagicLinks
}

/** The group of windows that wait with one client key: one window, maybe after a reconnect. */
export function magicGroupName(clientKey: string): string {
  return `magic:${clientKey}`
}

/**
 * The hub on which sign-ins wait for their links (spec 1 §4.1, §7). The key goes to those who joined with its
 * client key, also if they join after the link was confirmed.
 */
export const magicHubHandlers =
  ({ signIns, magicLinks }: MagicHubOptions) =>
  (_clients: HubClients<typeof magicHub>): HubHandlers<typeof magicHub> => ({
    methods: {
      async onJoinQueue(connection, clientKey) {
        // Joining comes before reading the row: a confirmation between the two is then told twice, not never.
        connection.join(magicGroupName(clientKey))
        const signIn = await signIns.find(clientKey)
        if (signIn?.stage !== 'CONFIRM_MAGIC_LINK') {
          connection.leave(magicGroupName(clientKey))
          throw new HubRefusal('signIn.ended')
        }
        if (signIn.isConfirmed) connection.send('magicKeyConfirmed', magicLinks.keyOf(clientKey))
      },
    },
  })
