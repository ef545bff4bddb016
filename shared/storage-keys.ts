import * as z from 'zod/mini'

/** From the least; `usual` is at most a third of the page. */
export const MEETING_WINDOW_SIZES = ['small', 'usual', 'large'] as const
export type MeetingWindowSize = (typeof MEETING_WINDOW_SIZES)[number]

/**
 * Every key of the browser's storage, with the schema of its value (spec 1 §3, 2 §3). A value
 * that doesn't fit reads as absent. Nothing else touches localStorage. A schema is made when its
 * value is first read: a start reads few.
 */
export const storageKeys = {
  /** The session's token with its 'Bearer ' prefix (spec 1 §4.1). */
  token: () => z.string(),
  /** When the token with that `iat` came, in milliseconds by this machine's clock, which may be wrong. */
  tokenReceipt: () => z.object({ issuedAt: z.int(), receivedAt: z.number() }),
  /** The last user name that signed in. */
  username: () => z.string(),
  /** When the end-user agreement was accepted, in milliseconds since 1970. */
  EULA_ACCEPTED: () => z.object({ userName: z.string(), acceptedAt: z.number() }),
  freshLogin: () => z.boolean(),
  /** The person has taken note in this session that their device is below what is supported. */
  unsupportedTold: () => z.boolean(),
  /** The person was told in this session that the client hears of no updates. */
  updatesSilentTold: () => z.boolean(),
  /** How large the window of a meeting over the page is. */
  meetingWindow: () => z.enum(MEETING_WINDOW_SIZES),
  theme: () => z.enum(['LIGHT', 'DARK', 'AUTO']),
  zoom: () => z.number(),
  build: () => z.string(),
  /** What each person chose last in the quick switcher, newest first, by their id. */
  switcherRecents: () => z.record(z.string(), z.array(z.string())),
  /** Unsent text by user and conversation. */
  chatDrafts: () => z.record(z.string(), z.string()),
  /** Names of the files that are attached to unsent messages, by user and conversation: the files themselves can't be kept. */
  chatDraftFiles: () => z.record(z.string(), z.array(z.string())),
  /** Messages that the server hasn't confirmed, by user; the chat reads them one by one (store/outbox.ts). */
  chatOutbox: () =>
    z.record(z.string(), z.object({ items: z.array(z.unknown()), gone: z.optional(z.array(z.unknown())) })),
  /** Room that unsent text takes when the storage is full otherwise. */
  chatReserve: () => z.string(),
  /** Conversations read while the server couldn't be told, by user and thread: up to which message. */
  chatReads: () => z.record(z.string(), z.record(z.string(), z.int())),
  /** What a visitor has filled in on the screen of a public link and not sent yet: one link's at a time. */
  publicDraft: () => z.object({ token: z.string(), values: z.record(z.string(), z.string()) }),
  /** Unsent text about tickets, by user and field, such as 'amelia.ward/1209/body'. */
  ticketDrafts: () => z.record(z.string(), z.string()),
  /** A new task that is being written, by user (features/tasks). */
  taskDrafts: () => z.record(z.string(), z.unknown()),
  /** What was typed into a record's form and not saved, by user and record, such as 'amelia.ward/skill/12'. */
  recordDrafts: () => z.record(z.string(), z.record(z.string(), z.unknown())),
  /** The broadcast message that was put away last, by user and conversation. */
  dismissedBroadcasts: () => z.record(z.string(), z.int()),
  /** Polls and documents that are being written, by user and what they are for (features/chat/shared-things). */
  sharedThingDrafts: () => z.record(z.string(), z.unknown()),
  CHAT_GROUP_THREADS: () => z.enum(['on', 'off']),
  /** Whether the chat opens in a window of its own (spec 2 §3). */
  CHAT_ALWAYS_POPOUT: () => z.enum(['on', 'off']),
  /** Where the floating chat was put: its distances from the window's right and bottom edges, in pixels. */
  chatFloat: () => z.object({ right: z.number(), bottom: z.number() }),
  /** When each snoozed conversation's snooze ends, in milliseconds since 1970, by user and thread id. */
  chatSnooze: () => z.record(z.string(), z.number()),
  /** The group that somebody is about to make: its name and people, by user. */
  newGroupDraft: () =>
    z.record(
      z.string(),
      z.object({ name: z.string(), people: z.array(z.object({ userID: z.int(), userName: z.string() })) }),
    ),
  /** Whether chat messages show as notifications of the system while the window is hidden. */
  browserNotifications: () => z.enum(['on', 'off']),
  /** Whether the side bar shows names or icons only. */
  sideBar: () => z.enum(['open', 'collapsed']),
  /** The installation's labels as they last came, so that routes hold while they are fetched. */
  uiLabels: () => z.record(z.string(), z.unknown()),
  /** The meeting that a window about to open shows; cleared once read (spec 1 §2.2). */
  moderatorMeetingID: () => z.string(),
  /** What of the scratch pad the server doesn't have yet, by user: the text, and what it was written on. */
  scratchPadDraft: () =>
    z.record(z.string(), z.object({ text: z.string(), base: z.string(), revision: z.int() })),
  /** What this device has seen of each person's vault (features/vault/crypto/known.ts); nothing secret. */
  vaultKnown: () =>
    z.record(
      z.string(),
      z.object({
        keys: z.nullable(z.object({ fingerprint: z.string(), version: z.int() })),
        people: z.record(z.string(), z.string()),
        entries: z.record(z.string(), z.object({ place: z.string(), version: z.int() })),
      }),
    ),
  /** The document that a window about to open shows (spec 1 §2.2). */
  externalDocumentID: () => z.string(),
} as const

export type StorageKey = keyof typeof storageKeys
export type StorageValue<K extends StorageKey> = z.output<ReturnType<(typeof storageKeys)[K]>>
