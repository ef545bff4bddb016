import { withCalls } from '../calls/call-presence.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { Refusal } from '../refusal.ts'
import type { ChatParts } from './parts.ts'
import { quietHoursOf, saveQuietHoursOf } from './quiet-hours.ts'

/** Statuses that anybody can choose (spec 2 §2). */
const OWN = new Set(['AVAILABLE', 'BE RIGHT BACK', 'BUSY'])

/** Every call of `shared/contract/chat-status.ts` (spec 2 §7). */
export function chatStatusHandlers({
  db,
  clock,
  hub,
}: Pick<ChatParts, 'db' | 'clock' | 'hub'>): AreaHandlers<'chatStatus'> {
  return {
    updateChatStatus: async ({ status }, { caller: { userID, permissions } }) => {
      if (!OWN.has(status) && !permissions.can('CHAT_CAN_SET_ANY_STATUS'))
        throw new Refusal(403, 'accessDenied')
      const row = { status, at: clock() }
      await db
        .insertInto('chatStatuses')
        .values({ userID, ...row })
        .onConflict((on) => on.column('userID').doUpdateSet(row))
        .execute()
      hub.contactsChanged()
      return { done: true }
    },

    chatStatuses: async () =>
      withCalls(db, await db.selectFrom('chatStatuses').select(['userID', 'status']).execute()),

    getQuietHours: (_input, { caller: { userID } }) => quietHoursOf(db, userID),

    saveQuietHours: async (hours, { caller: { userID } }) => {
      await saveQuietHoursOf(db, userID, hours)
      hub.audioSettingChanged(userID)
      return { done: true }
    },
  }
}
