import * as z from 'zod/mini'
import { command } from './command.ts'

const nothing = z.optional(z.null())

/** Longest text that is read out. Ours. */
export const SPOKEN_TEXT_MAX = 5_000

/** What the host knows about the machine's surroundings, and what it shows and reads out (spec 1 §3). */
export const surroundingsCommands = {
  /**
   * The wifi's signal in percent; 101 for a cable, 999 for no connection (spec 1 §4.8). `denied` where
   * Windows asks for the location permission.
   */
  wifi: command(nothing, z.object({ signal: z.int().check(z.minimum(0), z.maximum(999)) })),
  /** Whether the machine runs on its battery. */
  battery: command(nothing, z.object({ onBattery: z.boolean() })),
  /** Where the machine is. `denied` where the person or Windows doesn't allow it. */
  geolocation: command(
    nothing,
    z.object({
      latitude: z.number().check(z.minimum(-90), z.maximum(90)),
      longitude: z.number().check(z.minimum(-180), z.maximum(180)),
      /** Radius in metres; null where it isn't known. */
      accuracy: z.nullable(z.number().check(z.minimum(0))),
    }),
  ),
  /** Reads a text out, instead of one that is being read; answers when it has ended. Null stops reading. */
  playText: command(z.object({ text: z.nullable(z.string().check(z.maxLength(SPOKEN_TEXT_MAX))) }), z.null()),
  /** Shows the number of unread messages on the taskbar, which flashes when it grows. */
  unreadMessages: command(z.object({ count: z.int().check(z.minimum(0), z.maximum(1_000_000)) }), z.null()),
  /**
   * A picture of a screen or window, which the person picks in a window of the host's; null where they pick
   * none. A sign shows while it is taken.
   */
  screenCapture: command(
    nothing,
    z.nullable(z.object({ name: z.string(), picture: z.string().check(z.startsWith('data:image/')) })),
  ),
  /**
   * The page has stopped sharing its screen; the host removes its sign. Sharing begins with
   * `getDisplayMedia`, for which the person picks in a window of the host's.
   */
  screenShareEnded: command(nothing, z.null()),
  /**
   * Watches which program is in front (spec 1 §4.4): an `activeApp` event comes at once and with each change.
   * Ends with false, and with the page.
   */
  activeAppWatch: command(z.object({ watch: z.boolean() }), z.null()),
}
