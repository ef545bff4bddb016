/**
 * The process that reads this machine. It is started for one reading, posts the result, and waits to be
 * ended. It is separate because the library's calls of shell and PowerShell may block or hang, which mustn't
 * affect the main process.
 */
import os from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { currentLoad, fsSize, mem, osInfo } from 'systeminformation'
import { type DeviceSources, readDeviceHealth } from './readings.ts'

/** Limit of each single reading, below that of the whole, so that the others arrive. */
const READING_LIMIT_MS = 8_000

/** The library reports the load since its previous call; at the first call, since the system's start. */
const LOAD_SAMPLE_MS = 500

const sources: DeviceSources = {
  memory: () => mem(),
  async load() {
    await currentLoad()
    await wait(LOAD_SAMPLE_MS)
    return (await currentLoad()).currentLoad
  },
  disks: () => fsSize(),
  system: () => osInfo(),
}

const basics = {
  memoryBytes: os.totalmem(),
  logicalProcessors: os.cpus().length,
  hostName: os.hostname(),
  system: `${os.type()} ${os.release()}`,
  systemMount: process.platform === 'win32' ? (process.env.SystemDrive ?? 'C:') : '/',
}

void readDeviceHealth(basics, sources, wait(READING_LIMIT_MS, undefined, { ref: false })).then((health) =>
  process.parentPort.postMessage(health),
)
