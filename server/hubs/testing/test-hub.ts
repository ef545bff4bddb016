import * as z from 'zod/mini'
import { hub } from '#shared/hubs/hub.ts'

const nothing = z.tuple([])
const note = z.object({ text: z.string(), to: z.optional(z.string()), by: z.nullable(z.string()) })

/** A hub with one of each kind of method and event. */
export const testHub = hub({
  path: '/api/hubs/test',
  auth: 'token',
  spec: 'test',
  methods: {
    echo: { args: z.tuple([z.string()]), result: z.string() },
    sum: { args: z.tuple([z.number(), z.optional(z.number())]), result: z.number() },
    keep: { args: z.tuple([note]), result: note },
    nothing: { args: nothing, result: z.void() },
    nobody: { args: nothing, result: z.nullable(z.string()) },
    refuse: { args: nothing, result: z.void() },
    fail: { args: nothing, result: z.void() },
    wait: { args: z.tuple([z.string()]), result: z.string() },
    join: { args: z.tuple([z.string()]), result: z.void() },
    leave: { args: z.tuple([z.string()]), result: z.void() },
    say: { args: z.tuple([z.string(), z.string()]), result: z.void() },
    who: { args: nothing, result: z.nullable(z.string()) },
  },
  events: {
    said: z.tuple([z.string(), z.string()]),
    noted: z.tuple([note, z.optional(z.string())]),
    counted: z.tuple([z.int()]),
    welcome: nothing,
  },
})

/** A hub that anybody may connect to. */
export const openHub = hub({
  path: '/api/hubs/open',
  auth: 'none',
  spec: 'test',
  methods: { whoAmI: { args: nothing, result: z.nullable(z.int()) } },
  events: {},
})
