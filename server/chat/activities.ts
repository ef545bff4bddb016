import type { ChatAddress } from '#shared/contract/chat-address.ts'
import type { ActivityItem, ChatMessage, ReactionType } from '#shared/contract/chat-entities.ts'
import { REACTIONS } from '#shared/domain/chat.ts'
import { listPreview } from '#shared/domain/chat-preview.ts'
import { cut, NOTIFICATION_PREVIEW_LENGTH } from '#shared/domain/cut-text.ts'
import type { Database } from '../db/database.ts'

/** Most items that the recent-activities panel gets. */
const ACTIVITY_LIMIT = 100

const preview = (message: Pick<ChatMessage, 'message' | 'type'>): string =>
  cut(listPreview(message), NOTIFICATION_PREVIEW_LENGTH)

/** The activity of somebody who was mentioned in the message. */
export function mentionActivity({ source, sourceID }: ChatAddress, message: ChatMessage): ActivityItem {
  return {
    message: `${message.userName}: ${preview(message)}`,
    messageID: message.id,
    entryTime: message.entryTime,
    kind: 'MENTION',
    source,
    sourceID,
  }
}

/** The activity of a message's sender when somebody reacts to it. */
export function reactionActivity(
  { source, sourceID }: ChatAddress,
  message: Pick<ChatMessage, 'id' | 'message' | 'type'>,
  reaction: { readonly type: ReactionType; readonly name: string; readonly at: number },
): ActivityItem {
  const emoji = REACTIONS.find(({ type }) => type === reaction.type)?.emoji ?? ''
  return {
    message: `${reaction.name} reacted ${emoji} to: ${preview(message)}`,
    messageID: message.id,
    entryTime: new Date(reaction.at).toISOString(),
    kind: 'REACTION',
    source,
    sourceID,
  }
}

async function mentionsOf(db: Database, userID: number): Promise<ActivityItem[]> {
  const rows = await db
    .selectFrom('mentions as n')
    .innerJoin('messages as m', 'm.id', 'n.messageID')
    .innerJoin('threads as t', 't.id', 'm.threadID')
    .innerJoin('threadMembers as tm', (join) =>
      join.onRef('tm.threadID', '=', 't.id').on('tm.userID', '=', userID),
    )
    .innerJoin('users as u', 'u.id', 'm.userID')
    .where('n.userID', '=', userID)
    .where('m.deletedAt', 'is', null)
    .select(['m.id', 'm.text', 'm.type', 'm.entryTime', 'u.displayName', 't.source', 't.sourceID'])
    .orderBy('n.messageID', 'desc')
    .limit(ACTIVITY_LIMIT)
    .execute()
  return rows.map((row) => ({
    message: `${row.displayName}: ${preview({ message: row.text, type: row.type })}`,
    messageID: row.id,
    entryTime: new Date(row.entryTime).toISOString(),
    kind: 'MENTION',
    source: row.source,
    sourceID: row.sourceID,
  }))
}

async function reactionsTo(db: Database, userID: number): Promise<ActivityItem[]> {
  const rows = await db
    .selectFrom('reactions as r')
    .innerJoin('messages as m', 'm.id', 'r.messageID')
    .innerJoin('threads as t', 't.id', 'm.threadID')
    .innerJoin('threadMembers as tm', (join) =>
      join.onRef('tm.threadID', '=', 't.id').on('tm.userID', '=', userID),
    )
    .innerJoin('users as u', 'u.id', 'r.userID')
    .where('m.userID', '=', userID)
    .where('m.deletedAt', 'is', null)
    .select([
      'm.id',
      'm.text as message',
      'm.type',
      'r.reaction',
      'r.at',
      'u.displayName',
      't.source',
      't.sourceID',
    ])
    .orderBy('r.at', 'desc')
    .orderBy('r.messageID', 'desc')
    .limit(ACTIVITY_LIMIT)
    .execute()
  return rows.map((row) =>
    reactionActivity(row, row, { type: row.reaction, name: row.displayName, at: row.at }),
  )
}

/** The newest mentions of the person and reactions to their messages, newest first (spec 2 §2). */
export async function recentActivities(db: Database, userID: number): Promise<ActivityItem[]> {
  const items = [...(await mentionsOf(db, userID)), ...(await reactionsTo(db, userID))]
  return items.sort((a, b) => b.entryTime.localeCompare(a.entryTime)).slice(0, ACTIVITY_LIMIT)
}
