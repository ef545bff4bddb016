/** What an address may end with to open in a window of its own (spec 1 §2.1, §2.2). */
export const POP_OUTS = [
  'moderator-meeting-room',
  'my-team-chat',
  'scratch-pad',
  'my-documents',
  'view-document-external',
] as const
export type PopOut = (typeof POP_OUTS)[number]

/** What the page is for: one of the pop-outs, or the main application. */
export type Entry = PopOut | 'main'

/** The entry that an address selects, by its last segment (spec 1 §2.2). Query and fragment don't count. */
export function entryOf(pathname: string): Entry {
  const last = pathname.split('/').filter(Boolean).at(-1)
  return POP_OUTS.find((name) => name === last) ?? 'main'
}

/** A size in pixels. */
export interface WindowSize {
  readonly width: number
  readonly height: number
}

/** The chat's window is at most this large (spec 1 §9). */
const CHAT_POPUP_CAP: WindowSize = { width: 1200, height: 768 }
/** A new instance that opens as a popup has this size (spec 1 §6). */
export const INSTANCE_POPUP_SIZE: WindowSize = { width: 768, height: 1024 }

/** What the others open with; the meeting takes all the room there is. Ours. */
const TOOL_SIZES: Readonly<Partial<Record<PopOut, WindowSize>>> = {
  'my-team-chat': CHAT_POPUP_CAP,
  'scratch-pad': { width: 640, height: 760 },
  'my-documents': { width: 1100, height: 760 },
  'view-document-external': { width: 1000, height: 800 },
}

/** How large a pop-out opens on a screen with that much room. */
export function popOutSize(name: PopOut, available: WindowSize): WindowSize {
  const wanted = TOOL_SIZES[name] ?? available
  return {
    width: Math.min(wanted.width, available.width),
    height: Math.min(wanted.height, available.height),
  }
}
