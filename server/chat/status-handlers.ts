import { quietHours } from '#shared/contract/chat-status.ts'
import { DEFAULT_QUIET_HOURS } from '#shared/domain/chat-quiet.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { Refusal } from '../refusal.ts'
import { parsed } from '../settings/parsed.ts'
import type { ChatParts } from './parts.ts'

const QUIET = 'quietHours'
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

    chatStatuses: () =>
      db.selectFrom('chatStatuses').select(['userID', 'status']).orderBy('userID').execute(),

    getQuietHours: async (_input, { caller: { userID } }) => {
      const row = await db
        .selectFrom('personSettings')
        .where('userID', '=', userID)
        .where('name', '=', QUIET)
        .select('value')
        .executeTakeFirst()
      const kept = quietHours.safeParse(parsed(row?.value ?? null))
      return kept.success ? kept.data : { ...DEFAULT_QUIET_HOURS, days: [...DEFAULT_QUIET_HOURS.days] }
    },

    saveQuietHours: async (hours, { caller: { userID } }) => {
      const value = JSON.stringify(hours)
      await db
        .insertInto('personSettings')
        .values({ userID, name: QUIET, value })
        .onConflict((on) => on.columns(['userID', 'name']).doUpdateSet({ value }))
        .execute()
      hub.audioSettingChanged(userID)
      return { done: true }
    },
  }
}
