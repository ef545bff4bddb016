import type { Database } from '../db/database.ts'

/** Which channels this company's people may choose beside the chat itself (spec 5 §5.7); all where nobody chose. */
export async function chatChannels(
  db: Database,
): Promise<{ readonly isWhatsappEnabled: boolean; readonly isEmailEnabled: boolean }> {
  const row = await db.selectFrom('tenant').select(['isWhatsappEnabled', 'isEmailEnabled']).executeTakeFirst()
  return { isWhatsappEnabled: row?.isWhatsappEnabled !== 0, isEmailEnabled: row?.isEmailEnabled !== 0 }
}
