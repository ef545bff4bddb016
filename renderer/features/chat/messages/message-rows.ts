import type { ChatMessage } from '#shared/contract/chat-entities.ts'
import { continuesGroup, createSameDay, datePeriod } from '#shared/domain/chat-days.ts'
import { startOfDay } from '#shared/domain/start-of-day.ts'
import { type Echo, echoMessage, rowKey } from '../store/messages/echo.ts'
import type { Conversation, Me } from '../store/state.ts'

/** A message as a row of the pane, with what stands above it. */
export interface MessageRowModel {
  readonly key: string
  readonly message: ChatMessage
  /** How far the sending is; null once the server has the message. */
  readonly sending: Echo['state'] | null
  /** Why the server refused it, and whether closing the window would lose it. */
  readonly failure: string | null
  readonly unkept: boolean
  readonly mine: boolean
  /** Heading of the day that begins here. */
  readonly day: string | null
  /** The first message that was unread when the conversation was opened. */
  readonly newFromHere: boolean
  /** Stands under the name of the message before. */
  readonly grouped: boolean
}

/** What the rows are made of. */
type RowSource = Pick<Conversation, 'messages' | 'firstUnreadID'>
type BuildRows = (conversation: RowSource, echoes: readonly Echo[], me: Me, now: number) => Rows
type Rows = readonly MessageRowModel[]

/** A row that was made, and the message above it, which its heading and grouping depend on. */
interface MadeRow {
  readonly row: MessageRowModel
  readonly above: ChatMessage | undefined
  readonly echo: Echo | undefined
}

/**
 * Makes rows of a conversation: what the server has, then what it hasn't yet. A row that is as it
 * was the last time is the same one: it needn't be worked out nor drawn again. `now` in milliseconds
 * since 1970.
 */
export function createRowBuilder(): BuildRows {
  let made = new Map<string, MadeRow>()
  let madeOn = Number.NaN
  const sameDay = createSameDay()

  return ({ messages, firstUnreadID }, echoes, me, now) => {
    const today = startOfDay(now)
    if (today !== madeOn) made = new Map()
    madeOn = today
    const next = new Map<string, MadeRow>()
    const rows: MessageRowModel[] = []
    let above: ChatMessage | undefined
    const add = (message: ChatMessage, echo: Echo | undefined) => {
      const key = rowKey(message)
      const known = made.get(key)
      const newFromHere = message.id !== 0 && message.id === firstUnreadID
      const isSame =
        known !== undefined &&
        known.echo === echo &&
        known.above === above &&
        (echo !== undefined || known.row.message === message) &&
        known.row.newFromHere === newFromHere
      const row = isSame ? known.row : kept(known?.row, makeRow(key, message, echo, above, newFromHere))
      next.set(key, isSame ? known : { row, above, echo })
      rows.push(row)
      above = row.message
    }
    const makeRow = (
      key: string,
      message: ChatMessage,
      echo: Echo | undefined,
      before: ChatMessage | undefined,
      newFromHere: boolean,
    ): MessageRowModel => {
      const newDay = !before || !sameDay(before.entryTime, message.entryTime)
      const alone = newDay || newFromHere || message.replyToMessage !== null
      return {
        key,
        message,
        sending: echo?.state ?? null,
        failure: echo?.failure ?? null,
        unkept: echo?.unkept ?? false,
        mine: message.userID === me.id,
        day: newDay ? datePeriod(message.entryTime, now) : null,
        newFromHere,
        grouped: !alone && continuesGroup(before, message, sameDay),
      }
    }
    for (const message of messages) add(message, undefined)
    for (const echo of echoes) add(echoMessage(echo, me), echo)
    made = next
    return rows
  }
}

/** The row from before where the new one is like it. */
function kept(old: MessageRowModel | undefined, row: MessageRowModel): MessageRowModel {
  const names = Object.keys(row) as (keyof MessageRowModel)[]
  return old && names.every((name) => old[name] === row[name]) ? old : row
}

/** Where the view begins: the first unread message, else the last one (spec 2 §4). */
export function anchorIndex(rows: Rows): number {
  const unread = rows.findIndex((row) => row.newFromHere)
  return unread >= 0 ? unread : rows.length - 1
}
