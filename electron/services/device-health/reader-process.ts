/**
 * The process that reads this machine where it isn't Windows. It is started for one reading, posts the result, and waits to be
 * ended. It is separate because the library's calls of the shell may block or hang, which mustn't
 * affect the main process.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { currentLoad, fsSize, mem, osInfo } from 'systeminformation'
import { deviceBasics, LOAD_SAMPLE_MS, READING_LIMIT_MS } from './own-readings.ts'
import { type DeviceSources, readDeviceHealth } from './readings.ts'

const sources: DeviceSources = {
  memory: () => mem(),
  // The library reports the load since its previous call; at the first call, since the system's start.
  async load() {
    await currentLoad()
    await wait(LOAD_SAMPLE_MS)
    return (await currentLoad()).currentLoad
  },
  disks: () => fsSize(),
  system: () => osInfo(),
}

void readDeviceHealth(deviceBasics(), sources, wait(READING_LIMIT_MS, undefined, { ref: false })).then(
  (health) => process.parentPort.postMessage(health),
)
