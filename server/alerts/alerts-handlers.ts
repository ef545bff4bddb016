import { findPerson } from '../auth/people.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { Refusal } from '../refusal.ts'
import { readSetting } from '../settings/settings.ts'
import type { MainPublisher } from '../shell/main-publisher.ts'
import type { ShellMessages } from './shell-messages.ts'

interface AlertServices {
  readonly db: Database
  readonly messages: ShellMessages
  readonly publisher: MainPublisher
}

/** What pops up on people's screens (spec 1 §2.8, §7). */
export function alertsHandlers({ db, messages, publisher }: AlertServices): AreaHandlers<'alerts'> {
  async function requirePeople(userIDs: readonly number[]): Promise<void> {
    for (const id of new Set(userIDs))
      if (!(await findPerson(db, id))) throw new Refusal(400, 'person.someUnknown')
  }

  return {
    sendPopupMessage: async ({ userIDs, message }, { caller }) => {
      await requirePeople(userIDs)
      const { userID: senderID, displayName: senderName } = caller
      await messages.send(userIDs, { kind: 'POPUP', senderID, senderName, icon: '', message })
      return { done: true }
    },

    sendQuestMessage: async ({ userIDs, icon, message }, { caller }) => {
      await requirePeople(userIDs)
      const { userID: senderID, displayName: senderName } = caller
      await messages.send(userIDs, { kind: 'QUEST', senderID, senderName, icon, message })
      return { done: true }
    },

    dialEmergencyNumber: async ({ userID }) => {
      await requirePeople([userID])
      if (!publisher.isOnline(userID)) throw new Refusal(400, 'person.away')
      publisher.toUser(userID, 'dialEmergencyNumber', await readSetting(db, 'help.emergencyNumber'))
      return { done: true }
    },
  }
}
