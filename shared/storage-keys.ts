import * as z from 'zod/mini'

/** From the least; `usual` is at most a third of the page. */
export const MEETING_WINDOW_SIZES = ['small', 'usual', 'large'] as const
export type MeetingWindowSize = (typeof MEETING_WINDOW_SIZES)[number]

/**
 * Every key of the browser's storage, with the schema of its value (spec 1 §3, 2 §3). A value that doesn't
 * fit counts as absent. Nothing else uses localStorage. Schemas are functions, so that only those that are
 * needed get made.
 */
export const storageKeys = {
  /** The session's token with its 'Bearer ' prefix (spec 1 §4.1). */
  token: () => z.string(),
  /** When the token with that `iat` arrived, in milliseconds by this machine's clock, which may be wrong. */
  tokenReceipt: () => z.object({ issuedAt: z.int(), receivedAt: z.number() }),
  /** The user name that last signed in. */
  username: () => z.string(),
  /** When the end-user agreement was accepted, in milliseconds since 1970. */
  EULA_ACCEPTED: () => z.object({ userName: z.string(), acceptedAt: z.number() }),
  freshLogin: () => z.boolean(),
  /** A sign-in at a provider: what proves that this page began it, and when, in ms since 1970. */
  ssoFlow: () => z.object({ verifier: z.string(), startedAt: z.number() }),
  /** The person has seen in this session that their device is unsupported. */
  unsupportedTold: () => z.boolean(),
  /** The person has seen in this session that the client sees no updates. */
  updatesSilentTold: () => z.boolean(),
  /** How large the window of a meeting over the page is. */
  meetingWindow: () => z.enum(MEETING_WINDOW_SIZES),
  /** Devices that calls use, by what they are, and whether the space bar talks. */
  callDevices: () => z.record(z.string(), z.string()),
  theme: () => z.enum(['LIGHT', 'DARK', 'AUTO']),
  zoom: () => z.number(),
  build: () => z.string(),
  /** Each person's latest choices in the quick switcher, newest first, by user id. */
  switcherRecents: () => z.record(z.string(), z.array(z.string())),
  /** Unsent text by user and conversation. */
  chatDrafts: () => z.record(z.string(), z.string()),
  /**
   * Names of files attached to unsent messages, by user and conversation; the files themselves can't be
   * stored.
   */
  chatDraftFiles: () => z.record(z.string(), z.array(z.string())),
  /** Messages that the server hasn't confirmed, by user; the chat parses them one by one. */
  chatOutbox: () =>
    z.record(z.string(), z.object({ items: z.array(z.unknown()), gone: z.optional(z.array(z.unknown())) })),
  /** Filler that keeps room free for unsent text, in case the storage gets full. */
  chatReserve: () => z.string(),
  /**
   * How far conversations were read while the server couldn't be told, by user and thread: a message's id.
   */
  chatReads: () => z.record(z.string(), z.record(z.string(), z.int())),
  /** Switches of activity that the server hasn't got, by user. */
  lateSwitches: () => z.record(z.string(), z.array(z.unknown())),
  /** Saves of forms that the server hasn't got, by user. */
  lateSaves: () => z.record(z.string(), z.array(z.unknown())),
  /** What a visitor has filled in behind a public link and not sent; for one link at a time. */
  publicDraft: () => z.object({ token: z.string(), values: z.record(z.string(), z.string()) }),
  /** Unsent texts about tickets, by user and field, such as 'amelia.ward/1209/body'. */
  ticketDrafts: () => z.record(z.string(), z.string()),
  /** A new task that hasn't been added, by user. */
  formDrafts: () => z.record(z.string(), z.unknown()),
  /** The last broadcast that was dismissed, by user and conversation. */
  dismissedBroadcasts: () => z.record(z.string(), z.int()),
  /** Unfinished polls and documents, by user and what they are for. */
  sharedThingDrafts: () => z.record(z.string(), z.unknown()),
  CHAT_GROUP_THREADS: () => z.enum(['on', 'off']),
  /** Whether the chat opens in a window of its own (spec 2 §3). */
  CHAT_ALWAYS_POPOUT: () => z.enum(['on', 'off']),
  /** Where the floating chat is: distances from the window's right and bottom edges, in pixels. */
  chatFloat: () => z.object({ right: z.number(), bottom: z.number() }),
  /** The end of each conversation's snooze, in milliseconds since 1970, by user and thread id. */
  chatSnooze: () => z.record(z.string(), z.number()),
  /** A group that is being made: its name and people, by user. */
  newGroupDraft: () =>
    z.record(
      z.string(),
      z.object({ name: z.string(), people: z.array(z.object({ userID: z.int(), userName: z.string() })) }),
    ),
  /** Whether chat messages show as system notifications while the window is hidden. */
  browserNotifications: () => z.enum(['on', 'off']),
  /** Whether the side bar shows names or icons only. */
  sideBar: () => z.enum(['open', 'collapsed']),
  /** The installation's labels as they last came, so that routes work while they are fetched. */
  uiLabels: () => z.record(z.string(), z.unknown()),
  /** The meeting for a window that is about to open; removed once read (spec 1 §2.2). */
  moderatorMeetingID: () => z.string(),
  /**
   * Changes to the scratch pad that the server doesn't have, by user: the text, and the version that it is
   * based on.
   */
  scratchPadDraft: () =>
    z.record(z.string(), z.object({ text: z.string(), base: z.string(), revision: z.int() })),
  /** What this device has seen of each person's vault (features/vault/crypto/known.ts); nothing secret. */
  vaultKnown: () =>
    z.record(
      z.string(),
      z.object({
        keys: z.nullable(z.object({ fingerprint: z.string(), version: z.int() })),
        /** Fingerprints of others' keys; of who has had several, in the order in which they were accepted. */
        people: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
        /** Fingerprint of the company's key that the person agreed to here. */
        company: z.optional(z.string()),
        entries: z.record(
          z.string(),
          /** `mark` is the beginning of that version's signature. */
          z.object({ place: z.string(), version: z.int(), mark: z.optional(z.string()) }),
        ),
      }),
    ),
  /** The document for a window that is about to open (spec 1 §2.2). */
  externalDocumentID: () => z.string(),
} as const

export type StorageKey = keyof typeof storageKeys
export type StorageValue<K extends StorageKey> = z.output<ReturnType<(typeof storageKeys)[K]>>
