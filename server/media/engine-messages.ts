import * as z from 'zod/mini'
import { CALL_LAYERS, ENGINE_STREAMS } from '#shared/hubs/call-engine.ts'

/** What the server's process and the engine's tell each other. Both sides check what comes: neither trusts the other. */

const seat = z.uuid()
const room = z.string().check(z.minLength(1), z.maxLength(64))
const attempt = z.int()

const published = z.object({ voice: z.boolean(), camera: z.boolean(), screen: z.boolean() })
const cameras = z.array(z.object({ seat, layer: z.enum(CALL_LAYERS) }))

export const engineCommand = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('JOIN'), room, seat, attempt }),
  z.object({ kind: z.literal('ANSWER'), seat, attempt, sdp: z.string() }),
  z.object({ kind: z.literal('PUBLISH'), seat, what: published }),
  z.object({ kind: z.literal('SUBSCRIBE'), seat, cameras }),
  z.object({ kind: z.literal('LEAVE'), seat }),
  z.object({ kind: z.literal('STATISTICS'), id: z.int(), room }),
])
export type EngineCommand = z.output<typeof engineCommand>

const count = z.number().check(z.gte(0))
const statistics = z.object({
  seats: z.array(
    z.object({
      seat,
      isConnected: z.boolean(),
      ...{ packetsIn: count, packetsOut: count, refused: count, lossIn: count, sentAgain: count },
      bandwidth: z.nullable(count),
    }),
  ),
  speakers: z.array(seat),
})

export const engineEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('READY'), port: z.int().check(z.gte(1), z.lte(65_535)) }),
  z.object({ kind: z.literal('OFFER'), seat, attempt, sdp: z.string() }),
  z.object({
    kind: z.literal('SLOTS'),
    ...{ seat, attempt },
    slots: z.array(z.object({ mid: z.string(), seat, stream: z.enum(ENGINE_STREAMS) })),
  }),
  z.object({ kind: z.literal('STATISTICS'), id: z.int(), statistics }),
])
export type EngineEvent = z.output<typeof engineEvent>

/** What the engine's process is told at its start, as JSON in its one argument. */
export const engineSettings = z.object({
  /** Its port of UDP; 0 takes a free one. */
  port: z.int().check(z.gte(0), z.lte(65_535)),
  /** The address that it is bound to; null for all. */
  bindAddress: z.nullable(z.string()),
  /** Further addresses by which others reach this machine. */
  addresses: z.array(z.string()),
  /** The name by which the relay knows it. */
  relayed: z.nullable(z.string()),
})
export type EngineSettings = z.output<typeof engineSettings>
