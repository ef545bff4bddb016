import * as z from 'zod/mini'
import { command } from './command.ts'

const nothing = z.optional(z.null())

/** Longest text that is read out. Ours. */
export const SPOKEN_TEXT_MAX = 5_000

/** What the host tells of where the machine is and does for a person's eyes and ears (spec 1 §3). */
export const surroundingsCommands = {
  /**
   * The wifi's signal in percent; 101 where the machine is connected otherwise, 999 where it isn't
   * connected at all (spec 1 §4.8). `denied` where Windows wants the location permission for it.
   */
  wifi: command(nothing, z.object({ signal: z.int().check(z.minimum(0), z.maximum(999)) })),
  /** Whether the machine runs on its battery. */
  battery: command(nothing, z.object({ onBattery: z.boolean() })),
  /** Where the machine is. `denied` where the person or Windows doesn't let programs know. */
  geolocation: command(
    nothing,
    z.object({
      latitude: z.number().check(z.minimum(-90), z.maximum(90)),
      longitude: z.number().check(z.minimum(-180), z.maximum(180)),
      /** Radius in metres; null where it isn't told. */
      accuracy: z.nullable(z.number().check(z.minimum(0))),
    }),
  ),
  /** Reads a text out, in place of one that is being read; answers when it is through. Null ends the reading. */
  playText: command(z.object({ text: z.nullable(z.string().check(z.maxLength(SPOKEN_TEXT_MAX))) }), z.null()),
  /** Shows how many messages are unread on the taskbar, which flashes for more than before. */
  unreadMessages: command(z.object({ count: z.int().check(z.minimum(0), z.maximum(1_000_000)) }), z.null()),
  /**
   * A picture of a screen or window that the person picks in a window of the host's own; null where
   * they pick none. A sign tells them as it is taken.
   */
  screenCapture: command(
    nothing,
    z.nullable(z.object({ name: z.string(), picture: z.string().check(z.startsWith('data:image/')) })),
  ),
  /**
   * The page shares its screen no more: the sign goes. A page begins by `getDisplayMedia`, for which the
   * person picks in the host's window.
   */
  screenShareEnded: command(nothing, z.null()),
  /**
   * Watches which program is in front (spec 1 §4.4): an `activeApp` event comes at once and with each
   * change. Ends with false, and with the page.
   */
  activeAppWatch: command(z.object({ watch: z.boolean() }), z.null()),
}
