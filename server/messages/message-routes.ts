import { readSetting } from '../db/settings.ts'
import type { ServerOptions } from '../options.ts'
import { type OpenMessageRoute, shownMessages } from './message-route.ts'
import { openSms } from './sms.ts'

/**
 * Where messages go: SMS to the adaptor's provider. Until adaptors of WhatsApp and push services send, theirs go to
 * whoever started the server, and only the demo company's: nobody else's are shown.
 */
export async function messageRoutes(
  parts: Parameters<typeof openSms>[0],
  { showMessage, showDemoMessage }: Pick<ServerOptions, 'showMessage' | 'showDemoMessage'>,
): Promise<OpenMessageRoute> {
  const isDemo = (await readSetting(parts.db, 'seedVersion')) !== null
  const show = showMessage ?? (isDemo ? showDemoMessage : undefined)
  const route = show ? shownMessages(show) : null
  return async (channel) => (channel === 'SMS' ? await openSms(parts) : null) ?? route
}
