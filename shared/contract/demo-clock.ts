import * as z from 'zod/mini'
import { DEMO_SCENES, DEMO_SPEEDS } from '../domain/demo-clock.ts'
import { call } from './http-call.ts'
import { noPayload, timestamp } from './primitives.ts'

const speed = z.literal([...DEMO_SPEEDS])

const demoState = z.object({
  /** How much shorter everything takes; 0 is paused. */
  speed,
  /** When the demo's people last did something; null before they ever did. */
  steppedAt: z.nullable(timestamp),
  /** The demo's people who are at work, but for those who are really there. */
  people: z.int(),
  /** Who is really there, and isn't moved. */
  real: z.int(),
  scene: z.nullable(
    z.object({ name: z.enum(DEMO_SCENES), since: timestamp, until: timestamp, by: z.string() }),
  ),
})
export type DemoState = z.output<typeof demoState>

const demo = { spec: '4 §3.2, §5.5', permission: 'ADMIN_CAN_EDIT_SETTINGS' } as const

export const demoClock = call({
  path: '/api/demo/simulator/state',
  request: noPayload,
  response: demoState,
  summary: 'How the demo’s day goes on. Without demo data 404, as what sets it.',
  ...demo,
})

export const demoSpeed = call({
  path: '/api/demo/simulator/speed',
  request: noPayload,
  response: z.object({ speed }),
  summary:
    'How fast the demo plays, for everybody: above 1 rates per hour are higher than in life. Without demo data 1.',
  spec: '4 §3.2',
  extension: true,
})

export const setDemoClock = call({
  path: '/api/demo/simulator/set',
  request: z.object({ speed }),
  response: demoState,
  summary:
    'Pauses the demo’s day, or makes what its people do take as long as in life, or a fifth or a twentieth of it.',
  ...demo,
})

export const setDemoScene = call({
  path: '/api/demo/simulator/scene',
  request: z
    .object({ name: z.optional(z.enum(DEMO_SCENES)), end: z.optional(z.boolean()) })
    .check(z.refine(({ name, end }) => (name === undefined) === (end === true), 'Name a scene, or end it.')),
  response: demoState,
  summary: 'Sets a scene off, or ends the one that is going on; it ends by itself within 20 minutes.',
  ...demo,
})
