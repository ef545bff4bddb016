/**
 * The process that reads this machine: started for one reading, it posts the result and waits to be
 * ended. It is a process of its own because the library's shell and PowerShell calls partly block
 * and have hung; nothing of that may touch the main process.
 */
import os from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { currentLoad, fsSize, mem, osInfo } from 'systeminformation'
import { type DeviceSources, readDeviceHealth } from './readings.ts'

/** How long single readings get; less than the whole reading's limit, so that the others arrive. */
const READING_LIMIT_MS = 8_000

/** The library's load is that since its previous call, and since system start at the first. */
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
