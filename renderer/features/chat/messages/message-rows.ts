import type { ChatMessage } from '#shared/contract/chat-entities.ts'
import { continuesGroup, datePeriod, sameDay } from '#shared/domain/chat-days.ts'
import { type Echo, echoMessage, rowKey } from '../store/echo.ts'
import type { Conversation, Me } from '../store/state.ts'

/** A message as a row of the pane, with what stands above it. */
export interface MessageRowModel {
  readonly key: string
  readonly message: ChatMessage
  /** How far the sending is; null once the server has the message. */
  readonly sending: Echo['state'] | null
  readonly mine: boolean
  /** Heading of the day that begins here. */
  readonly day: string | null
  /** The first message that was unread when the conversation was opened. */
  readonly newFromHere: boolean
  /** Stands under the name of the message before. */
  readonly grouped: boolean
}

/** Rows of a conversation: what the server has, then what it hasn't yet. `now` in milliseconds since 1970. */
export function messageRows(
  conversation: Pick<Conversation, 'messages' | 'firstUnreadID'>,
  echoes: readonly Echo[],
  me: Me,
  now: number,
): readonly MessageRowModel[] {
  const items = [
    ...conversation.messages.map((message) => ({ message, sending: null })),
    ...echoes.map((echo) => ({ message: echoMessage(echo, me), sending: echo.state })),
  ]
  return items.map(({ message, sending }, index) => {
    const before = items[index - 1]?.message
    const newDay = !before || !sameDay(before.entryTime, message.entryTime)
    const newFromHere = message.id !== 0 && message.id === conversation.firstUnreadID
    return {
      key: rowKey(message),
      message,
      sending,
      mine: message.userID === me.id,
      day: newDay ? datePeriod(message.entryTime, now) : null,
      newFromHere,
      grouped: !newDay && !newFromHere && message.replyToMessage === null && continuesGroup(before, message),
    }
  })
}

/** The new rows, and in the place of each that is as it was the one from before: it needn't be drawn again. */
export function keepRows(
  before: readonly MessageRowModel[],
  rows: readonly MessageRowModel[],
): readonly MessageRowModel[] {
  const known = new Map(before.map((row) => [row.key, row]))
  return rows.map((row) => {
    const old = known.get(row.key)
    return old && isSameRow(old, row) ? old : row
  })
}

function isSameRow(a: MessageRowModel, b: MessageRowModel): boolean {
  return (Object.keys(a) as (keyof MessageRowModel)[]).every((name) => a[name] === b[name])
}

/** Where the view begins: the first unread message, else the last one (spec 2 §4). */
export function anchorIndex(rows: readonly MessageRowModel[]): number {
  const unread = rows.findIndex((row) => row.newFromHere)
  return unread >= 0 ? unread : rows.length - 1
}
