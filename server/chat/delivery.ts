import { sql } from 'kysely'
import type { DeliveryStat } from '#shared/contract/chat-entities.ts'
import type { Database } from '../db/database.ts'
import { memberIDs } from './access.ts'
import type { ChatPublisher } from './publisher.ts'

/** How far a message is when it is stored. */
export type FirstStatus = 'SENT' | 'DELIVERED'

/** DELIVERED where all other members are connected, and so receive it at once, else SENT. */
export async function firstStatus(
  db: Database,
  threadID: number,
  senderID: number,
  online: ReadonlySet<number>,
): Promise<FirstStatus> {
  const members = await memberIDs(db, threadID)
  return members.every((id) => id === senderID || online.has(id)) ? 'DELIVERED' : 'SENT'
}

/** Notes that a person's windows have received everything: on connecting, and on leaving. */
export async function markDelivered(db: Database, userID: number): Promise<void> {
  await sql`
    update "threadMembers" set "deliveredThroughID" = t."lastMessageID"
    from threads as t
    where t.id = "threadMembers"."threadID" and "threadMembers"."userID" = ${userID}
      and t."lastMessageID" > "threadMembers"."deliveredThroughID"`.execute(db)
}

/** Whether a message has reached a member: they are connected, were connected later, or have read it. */
const hasIt = (online: ReadonlySet<number>) =>
  sql<boolean>`(other."deliveredThroughID" >= m.id or other."lastReadMessageID" >= m.id
    or other."userID" in (${sql.join([0, ...online])}))`

/**
 * Finds the messages of this person's conversations that have now reached everybody, stores that, and tells
 * their authors.
 */
export async function settleDeliveries(
  db: Database,
  hub: Pick<ChatPublisher, 'onlineUserIDs' | 'statusesChanged'>,
  userID: number,
): Promise<void> {
  const { rows } = await sql<{ id: number; userID: number }>`
    update messages set "overallStatus" = 'DELIVERED'
    where id in (
      select m.id from "threadMembers" as tm
      join messages as m on m."threadID" = tm."threadID" and m."overallStatus" = 'SENT'
      where tm."userID" = ${userID} and not exists (
        select 1 from "threadMembers" as other
        where other."threadID" = m."threadID" and other."userID" != m."userID" and not ${hasIt(hub.onlineUserIDs)}
      )
    )
    returning id, "userID"`.execute(db)
  for (const [authorID, messages] of Map.groupBy(rows, (row) => row.userID))
    hub.statusesChanged(
      authorID,
      messages.map((row) => row.id),
    )
}

/** The statuses of these messages, without those in conversations of others. */
export async function messageStatuses(
  db: Database,
  userID: number,
  type: 'CHATROOM' | 'THREAD',
  messageIDs: readonly number[],
): Promise<{ id: number; overallStatus: string }[]> {
  if (messageIDs.length === 0) return []
  return db
    .selectFrom('messages as m')
    .innerJoin('threads as t', 't.id', 'm.threadID')
    .innerJoin('threadMembers as tm', (join) =>
      join.onRef('tm.threadID', '=', 'm.threadID').on('tm.userID', '=', userID),
    )
    .where('m.id', 'in', messageIDs)
    .where('t.type', '=', type)
    .select(['m.id', 'm.overallStatus'])
    .orderBy('m.id')
    .execute()
}

/** How far a message has come with each member but its author, by name. */
export async function deliveryStats(
  db: Database,
  online: ReadonlySet<number>,
  message: { readonly id: number; readonly threadID: number; readonly userID: number },
): Promise<DeliveryStat[]> {
  const rows = await db
    .selectFrom('threadMembers as tm')
    .innerJoin('users as u', 'u.id', 'tm.userID')
    .where('tm.threadID', '=', message.threadID)
    .where('tm.userID', '!=', message.userID)
    .select(['u.id', 'u.displayName', 'tm.lastReadMessageID', 'tm.lastReadAt', 'tm.deliveredThroughID'])
    .orderBy('u.displayName')
    .orderBy('u.id')
    .execute()
  return rows.map((row) => {
    const isRead = row.lastReadMessageID >= message.id
    const isDelivered = isRead || row.deliveredThroughID >= message.id || online.has(row.id)
    return {
      userID: row.id,
      userName: row.displayName,
      channel: 'TEAM_CHAT',
      status: isRead ? 'READ' : isDelivered ? 'DELIVERED' : 'SENT',
      // A read position has one time only, so it isn't known when older messages were read.
      time:
        row.lastReadMessageID === message.id && row.lastReadAt !== null
          ? new Date(row.lastReadAt).toISOString()
          : null,
    }
  })
}
