import type { MessageChannel } from '#shared/domain/quiet-limits.ts'
import { readSetting } from '../db/settings.ts'
import type { ServerOptions } from '../options.ts'
import { type MessageRoute, type OpenMessageRoute, shownMessages } from './message-route.ts'
import { pushWay } from './push.ts'
import { openSms, type WayParts } from './sms.ts'
import { openWhatsApp } from './whatsapp.ts'

/**
 * Where messages go: to the adaptor of their channel. Without one the demo company's are shown to whoever started the
 * server, and nobody else's are made.
 */
export async function messageRoutes(
  parts: WayParts,
  { showMessage, showDemoMessage }: Pick<ServerOptions, 'showMessage' | 'showDemoMessage'>,
): Promise<OpenMessageRoute> {
  const isDemo = (await readSetting(parts.db, 'seedVersion')) !== null
  const show = showMessage ?? (isDemo ? showDemoMessage : undefined)
  const route = show ? shownMessages(show) : null
  const openPush = pushWay(parts)
  const open = (channel: MessageChannel): Promise<MessageRoute | null> => {
    if (channel === 'SMS') return openSms(parts)
    return channel === 'WHATSAPP' ? openWhatsApp(parts) : openPush()
  }
  return async (channel) => (await open(channel)) ?? route
}
