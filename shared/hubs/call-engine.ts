import * as z from 'zod/mini'
import { CALL_ROOM_MAX } from '../domain/calls.ts'

/** In the place of another window's seat: the server's media engine. */
export const ENGINE_SEAT = '00000000-0000-4000-8000-00000000c0de'

/** The longest answer of a window to the engine, in characters: one in a room of 50 has about 20,000. */
export const ENGINE_ANSWER_MAX = 28_000

/** What travels through the engine: a camera in two sizes, of which each receiver gets one. */
export const ENGINE_STREAMS = ['VOICE', 'CAMERA', 'SCREEN', 'SCREEN_SOUND'] as const
export type EngineStream = (typeof ENGINE_STREAMS)[number]

/** How large somebody is shown. */
export const CALL_LAYERS = ['NONE', 'SMALL', 'LARGE'] as const
export type CallLayer = (typeof CALL_LAYERS)[number]

/** The lines of the engine's offer by which a window sends, by their ids (`mid`). */
export const ENGINE_LINES = {
  VOICE: 'voice',
  CAMERA: 'camera',
  CAMERA_SMALL: 'camera-small',
  SCREEN: 'screen',
  SCREEN_SOUND: 'screen-sound',
} as const

/** Which connection of a window it is about: each new one has a higher number. */
export const callAttempt = z.int().check(z.gte(0), z.lte(0x7fffffff))

/** A line of the engine's offer by which somebody's stream comes at the moment. */
const engineSlot = z.object({
  mid: z.string().check(z.minLength(1), z.maxLength(16)),
  seat: z.uuid(),
  stream: z.enum(ENGINE_STREAMS),
})
export type EngineSlot = z.output<typeof engineSlot>

/** What a window and the engine tell each other; which of them says which is for the server to see. */
export const ENGINE_SIGNALS = [
  /** A window wants a connection. */
  z.object({ kind: z.literal('ENGINE_JOIN'), attempt: callAttempt }),
  z.object({
    kind: z.literal('ENGINE_ANSWER'),
    attempt: callAttempt,
    sdp: z.string().check(z.minLength(1), z.maxLength(ENGINE_ANSWER_MAX)),
  }),
  z.object({
    kind: z.literal('ENGINE_WANT'),
    cameras: z
      .array(z.object({ seat: z.uuid(), layer: z.enum(CALL_LAYERS) }))
      .check(z.maxLength(CALL_ROOM_MAX)),
  }),
  z.object({ kind: z.literal('ENGINE_OFFER'), attempt: callAttempt, sdp: z.string() }),
  z.object({ kind: z.literal('ENGINE_SLOTS'), attempt: callAttempt, slots: z.array(engineSlot) }),
] as const
