import type { ChatMessage, ReplyQuote } from '#shared/contract/chat-entities.ts'
import type { Me, ThreadKey } from '../state.ts'

/**
 * What is shown of a message before the server has confirmed it.
 * `waiting`: it is sent as soon as the server can be reached. `queued`: it goes when those before it are
 * through. `sending`: a call is under way. `sent`: the server took it and its message is awaited. `failed`: the server refused it; the person may try
 * again or delete it.
 */
export interface Echo {
  /** Made by this client: the Idempotency-Key of the call and the key of the row, before and after. */
  readonly clientID: string
  readonly thread: ThreadKey
  /** With its mentions as markup, as it is sent. */
  readonly text: string
  readonly replyTo: ReplyQuote | null
  /** ISO 8601. */
  readonly entryTime: string
  readonly state: 'waiting' | 'queued' | 'sending' | 'sent' | 'failed'
  /** Set where the browser has no room for it: closing the window would lose it. */
  readonly unkept?: boolean
  /** Why the server refused it. */
  readonly failure?: string | null
  /** The newest message that was known when it was sent: its own is newer. */
  readonly afterID: number
}

/** An echo's new state; unknown ids change nothing. */
export function withState(
  echoes: readonly Echo[],
  clientID: string,
  state: Echo['state'],
  failure: string | null = null,
): readonly Echo[] {
  return echoes.map((echo) => (echo.clientID === clientID ? { ...echo, state, failure } : echo))
}

export function without(echoes: readonly Echo[], clientID: string): readonly Echo[] {
  return echoes.filter((echo) => echo.clientID !== clientID)
}

/** What would have gone by itself waits from now on: the server can't be reached. */
export function withoutQueue(echoes: readonly Echo[]): readonly Echo[] {
  return echoes.some(({ state }) => state === 'queued')
    ? echoes.map((echo) => (echo.state === 'queued' ? { ...echo, state: 'waiting' } : echo))
    : echoes
}

export function isSending(echoes: readonly Echo[], thread: ThreadKey): boolean {
  return echoes.some((echo) => echo.thread === thread && echo.state === 'sending')
}

/**
 * Takes messages that came from the server, by a call's answer or the hub, in whatever order, and
 * retires the echoes they confirm. A message that confirms an echo carries the echo's client id
 * from then on, so that its row stays the same row. A server that doesn't hand client ids back is
 * met by text: the oldest echo with the same words and reply that is older than the message.
 */
export function reconcile(
  echoes: readonly Echo[],
  thread: ThreadKey,
  messages: readonly ChatMessage[],
  me: Me,
): { echoes: readonly Echo[]; messages: readonly ChatMessage[] } {
  let left = echoes
  const placed = messages.map((message) => {
    if (message.userID !== me.id) return message
    const echo = left.find((candidate) => candidate.thread === thread && confirms(message, candidate))
    if (!echo) return message
    left = without(left, echo.clientID)
    return { ...message, clientID: echo.clientID }
  })
  return { echoes: left, messages: placed }
}

function confirms(message: ChatMessage, echo: Echo): boolean {
  if (message.clientID) return message.clientID === echo.clientID
  return (
    message.id > echo.afterID &&
    message.message === echo.text &&
    (message.replyToMessage?.id ?? null) === (echo.replyTo?.id ?? null)
  )
}

/** The row's key of a message: the same before and after the server's answer. */
export function rowKey(message: Pick<ChatMessage, 'id' | 'userID' | 'clientID'>): string {
  return message.clientID ? `c${message.userID}:${message.clientID}` : `m${message.id}`
}

/** The message as it will probably be, to be drawn like any other. Its id is 0. */
export function echoMessage(echo: Echo, me: Me): ChatMessage {
  return {
    id: 0,
    userID: me.id,
    userName: me.name,
    message: echo.text,
    type: 'TEXT',
    entryTime: echo.entryTime,
    edited: false,
    editTime: null,
    deleted: false,
    pinnedTime: null,
    broadcastTime: null,
    broadcastUsername: null,
    broadcastUserID: null,
    mentionedTime: null,
    topicID: null,
    replyToMessage: echo.replyTo,
    tokenType: null,
    overallStatus: 'UNKNOWN',
    allowPreview: false,
    unread: false,
    likeCount: 0,
    heartCount: 0,
    laughCount: 0,
    sadCount: 0,
    angryCount: 0,
    thanksCount: 0,
    likeNames: [],
    heartNames: [],
    laughNames: [],
    sadNames: [],
    angryNames: [],
    thanksNames: [],
    clientID: echo.clientID,
  }
}
