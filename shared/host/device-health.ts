import * as z from 'zod/mini'

const percent = z.number().check(z.minimum(0), z.maximum(100))

/** Readings of the device health check, in the units of a speed-test result (spec 1 §3). */
export const deviceHealth = z.object({
  /** Memory, in kilobytes. */
  memorySize: z.number(),
  /** Memory in use, in percent; null where it can't be read. */
  memoryUsage: z.nullable(percent),
  /** Logical processors. */
  threadCount: z.int(),
  /** Processor load, in percent; null where it can't be read. */
  cpuUsage: z.nullable(percent),
  /** The system disk's use, in percent; null where it can't be read. */
  diskUtilisation: z.nullable(percent),
  operatingSystem: z.string(),
  hostName: z.string(),
})
export type DeviceHealth = z.output<typeof deviceHealth>
