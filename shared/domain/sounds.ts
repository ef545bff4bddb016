/** The product's sounds (spec 1 §9). */
export const SOUND_NAMES = ['alert', 'ring', 'newMessage', 'siren'] as const
export type SoundName = (typeof SOUND_NAMES)[number]

/** How loud each is, from 0 to 1 (spec 1 §9). */
export const SOUND_VOLUME: Readonly<Record<SoundName, number>> = {
  alert: 0.25,
  ring: 0.25,
  newMessage: 0.25,
  siren: 0.5,
}
/** After this long an alert sounds a second time, and then no more, in milliseconds (spec 1 §9). */
export const ALERT_REPEAT_MS = 10_000
/** Those that go on until they are stopped. */
export const LOOPING_SOUNDS: readonly SoundName[] = ['ring', 'siren']
