import type { Database } from '../db/database.ts'
import { readSetting } from '../db/settings.ts'
import type { ServerOptions } from '../options.ts'
import { type OpenMessageRoute, shownMessages } from './message-route.ts'

/**
 * Where messages go. Until adaptors of SMS, WhatsApp and push services send, to whoever started the server, and only
 * the demo company's: nobody else's are shown.
 */
export async function messageRoutes(
  db: Database,
  { showMessage, showDemoMessage }: Pick<ServerOptions, 'showMessage' | 'showDemoMessage'>,
): Promise<OpenMessageRoute> {
  const isDemo = (await readSetting(db, 'seedVersion')) !== null
  const show = showMessage ?? (isDemo ? showDemoMessage : undefined)
  const route = show ? shownMessages(show) : null
  return async () => route
}
