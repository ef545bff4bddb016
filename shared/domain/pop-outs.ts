/** Last segments of addresses that open in a window of their own (spec 1 §2.1, §2.2). */
export const POP_OUTS = [
  'moderator-meeting-room',
  'my-team-chat',
  'scratch-pad',
  'my-documents',
  'view-document-external',
] as const
export type PopOut = (typeof POP_OUTS)[number]

/** What a page shows: a pop-out or the main application. */
export type Entry = PopOut | 'main'

/** What an address opens, by its last segment (spec 1 §2.2); query and fragment don't count. */
export function entryOf(pathname: string): Entry {
  const last = pathname.split('/').filter(Boolean).at(-1)
  return POP_OUTS.find((name) => name === last) ?? 'main'
}

/** A size in pixels. */
export interface WindowSize {
  readonly width: number
  readonly height: number
}

/** Largest size of the chat's window (spec 1 §9). */
const CHAT_POPUP_CAP: WindowSize = { width: 1200, height: 768 }
/** Size of a new instance that opens as a popup (spec 1 §6). */
export const INSTANCE_POPUP_SIZE: WindowSize = { width: 768, height: 1024 }

/** Sizes of the other pop-outs; the meeting takes all the room there is. Ours. */
const TOOL_SIZES: Readonly<Partial<Record<PopOut, WindowSize>>> = {
  'my-team-chat': CHAT_POPUP_CAP,
  'scratch-pad': { width: 640, height: 760 },
  'my-documents': { width: 1100, height: 760 },
  'view-document-external': { width: 1000, height: 800 },
}

/** The size of a pop-out on a screen with that much room. */
export function popOutSize(name: PopOut, available: WindowSize): WindowSize {
  const wanted = TOOL_SIZES[name] ?? available
  return {
    width: Math.min(wanted.width, available.width),
    height: Math.min(wanted.height, available.height),
  }
}
