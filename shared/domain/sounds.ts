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
/** An alert sounds a second and last time after this long, in milliseconds (spec 1 §9). */
export const ALERT_REPEAT_MS = 10_000
/** Sounds that repeat until they are stopped. */
export const LOOPING_SOUNDS: readonly SoundName[] = ['ring', 'siren']
