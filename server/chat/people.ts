import type { ChatMember } from '#shared/contract/chat-entities.ts'
import { SYSTEM_USER_ID } from '#shared/domain/chat.ts'
import { byName } from '#shared/domain/locale.ts'
import { PERMISSIONS } from '#shared/domain/permissions.ts'
import type { Database } from '../db/database.ts'

/** SAM is always online (spec 1 §3). */
const isOnline = (online: ReadonlySet<number>, id: number): boolean => id === SYSTEM_USER_ID || online.has(id)

/** What lists say of a person beside their name. */
const PERSON_COLUMNS = ['u.id', 'u.displayName', 'u.role', 'a.name as areaName'] as const

/** Everybody, with the name of their area. */
const selectPeople = (db: Database) => db.selectFrom('users as u').leftJoin('areas as a', 'a.id', 'u.areaID')

/** Active people who may use the chat. */
function selectChatPeople(db: Database) {
  return selectPeople(db)
    .innerJoin('userPermissions as p', 'p.userID', 'u.id')
    .where('p.permission', '=', PERMISSIONS.GENERAL_CAN_USE_TEAM_CHAT)
    .where('u.isActive', '=', 1)
}

interface PersonRow {
  readonly id: number
  readonly displayName: string
  readonly role: string
  readonly areaName: string | null
}

function memberOf(
  { id, displayName, role, areaName }: PersonRow,
  online: ReadonlySet<number>,
  readTime: string | null,
): ChatMember {
  return {
    id,
    userID: id,
    userName: displayName,
    isOnline: isOnline(online, id),
    readTime,
    role,
    areaName: areaName ?? '',
  }
}

/** Everybody the person may write to, by name: active, not themselves, and allowed to use the chat. */
export async function contactsOf(
  db: Database,
  userID: number,
  online: ReadonlySet<number>,
): Promise<ChatMember[]> {
  const rows = await selectChatPeople(db)
    .where('u.id', '!=', userID)
    .select(PERSON_COLUMNS)
    .orderBy('u.id')
    .execute()
  return rows.map((row) => memberOf(row, online, null)).sort((a, b) => byName(a.userName, b.userName))
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
  const rows = await selectPeople(db)
    .innerJoin('threadMembers as tm', 'tm.userID', 'u.id')
    .where('tm.threadID', '=', threadID)
    .select([...PERSON_COLUMNS, 'tm.lastReadAt', 'u.status'])
    .orderBy('u.id')
    .execute()
  return rows
    .map((row) => ({
      ...memberOf(row, online, row.lastReadAt === null ? null : new Date(row.lastReadAt).toISOString()),
      ...(row.status === 'LEAVER' && { hasLeft: true }),
    }))
    .sort((a, b) => byName(a.userName, b.userName))
}
