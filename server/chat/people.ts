import type { ChatMember } from '#shared/contract/chat-entities.ts'
import { SYSTEM_USER_ID } from '#shared/domain/chat.ts'
import { PERMISSIONS } from '#shared/domain/permissions.ts'
import type { Database } from '../db/database.ts'

/** SAM is always there (spec 1 §3). */
const isOnline = (online: ReadonlySet<number>, id: number): boolean => id === SYSTEM_USER_ID || online.has(id)

const byName = new Intl.Collator('en-GB')

/** Active people who may use the chat. */
function selectChatPeople(db: Database) {
  return db
    .selectFrom('users as u')
    .innerJoin('userPermissions as p', 'p.userID', 'u.id')
    .where('p.permission', '=', PERMISSIONS.GENERAL_CAN_USE_TEAM_CHAT)
    .where('u.isActive', '=', 1)
}

/** Everybody the person may write to, by name: active, not themselves, and allowed to use the chat. */
export async function contactsOf(
  db: Database,
  userID: number,
  online: ReadonlySet<number>,
): Promise<ChatMember[]> {
  const rows = await selectChatPeople(db)
    .where('u.id', '!=', userID)
    .select(['u.id', 'u.displayName'])
    .execute()
  return rows
    .map(({ id, displayName }) => ({
      id,
      userID: id,
      userName: displayName,
      isOnline: isOnline(online, id),
      readTime: null,
    }))
    .sort((a, b) => byName.compare(a.userName, b.userName))
}

/** Which of these can be written to. */
export async function reachable(db: Database, userIDs: readonly number[]) {
  return selectChatPeople(db)
    .where('u.id', 'in', userIDs)
    .select(['u.id', 'u.displayName'])
    .orderBy('u.id')
    .execute()
}

/** The members of a conversation by name, with when each last read it. */
export async function membersOf(
  db: Database,
  threadID: number,
  online: ReadonlySet<number>,
): Promise<ChatMember[]> {
  const rows = await db
    .selectFrom('threadMembers as tm')
    .innerJoin('users as u', 'u.id', 'tm.userID')
    .where('tm.threadID', '=', threadID)
    .select(['u.id', 'u.displayName', 'tm.lastReadAt'])
    .execute()
  return rows
    .map(({ id, displayName, lastReadAt }) => ({
      id,
      userID: id,
      userName: displayName,
      isOnline: isOnline(online, id),
      readTime: lastReadAt === null ? null : new Date(lastReadAt).toISOString(),
    }))
    .sort((a, b) => byName.compare(a.userName, b.userName))
}
