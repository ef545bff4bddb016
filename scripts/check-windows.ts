/**
 * What a Windows machine can show and no other: runs the host's own services against the real
 * programs of this machine, says what each gave, and then asks a person for what only eyes can see.
 * About 15 minutes. Nothing is changed on the machine but one credential, which is removed again.
 * FIELDWORK_PUBLISHER names the company that signed the installed client.
 */
import './lib/require-node.ts'
import os from 'node:os'
import readline from 'node:readline/promises'
import { NATIVE_FILE, NATIVE_PACKAGE } from '../build/native-package.ts'
import { hostSystem } from '../electron/platform/host-system.ts'
import { ActiveAppWatch } from '../electron/services/active-app/active-app-watch.ts'
import { machineIDReader } from '../electron/services/device-id/machine-id.ts'
import { testPackets } from '../electron/services/performance/packet-test.ts'
import { readHotfixes } from '../electron/services/safety-checks/hotfixes.ts'
import { localAddressOf, readNetworkUse } from '../electron/services/safety-checks/network-use.ts'
import { systemScheduler } from '../electron/services/scheduler.ts'
import { locate } from '../electron/services/surroundings/geolocation.ts'
import { Speech } from '../electron/services/surroundings/speech.ts'
import { WifiService } from '../electron/services/surroundings/wifi.ts'
import { readTextFile } from '../electron/services/text-file.ts'
import { windowsCredentialStore } from '../electron/services/win32/credential-store.ts'
import { inRoot } from './lib/paths.ts'
import { runChecks, WINDOWS_CHECKLIST } from './lib/windows-checks.ts'
import { forkWindowsHelper } from './lib/windows-helper.ts'
import { installationChecks } from './lib/windows-installation.ts'

const system = hostSystem({
  platform: process.platform,
  env: process.env,
  scheduler: systemScheduler,
  packaged: true,
  startWindowsHelper: () => forkWindowsHelper(inRoot('node_modules', NATIVE_PACKAGE, NATIVE_FILE)),
})
const interfaces = () => os.networkInterfaces()
const wifi = new WifiService({
  system,
  scheduler: systemScheduler,
  isConnected: () => localAddressOf(interfaces()) !== null,
})
const store = windowsCredentialStore(system.windows)
const readID = machineIDReader({ ...system, readFile: readTextFile })

const publisher = process.env.FIELDWORK_PUBLISHER

/** The first program that the watch tells of, which is the one that this runs in. */
function programInFront(): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const emit = (_windowId: number, { program, name }: { program: string; name: string }) =>
    resolve(`${program} (${name})`)
  const watch = new ActiveAppWatch({ system, scheduler: systemScheduler, report: console.log, emit })
  const cancel = systemScheduler.after(20_000, () => reject(new Error('nothing was told in 20 seconds')))
  watch.start(1).catch(reject)
  return promise.finally(() => {
    cancel()
    watch.stop(1)
  })
}

const checks = {
  ...installationChecks(system, publisher ? [publisher] : []),
  'the machine has an id': async () => `${(await readID?.())?.length} characters`,
  'the wifi signal': async () => `${await wifi.signal()} (101 is a cable, 999 is none)`,
  'installed updates': async () => `${(await readHotfixes(system)).installed.length} found`,
  'proxy and VPN': async () => JSON.stringify(await readNetworkUse({ ...system, interfaces })),
  'the location': async () => `accurate to ${(await locate(system)).accuracy} m`,
  'the credential store takes and gives up a credential': async () => {
    await store.write('Fieldwork check', { userName: 'check', password: 'grüße €' })
    await store.remove('Fieldwork check')
    return 'written and removed'
  },
  'packets come back': async () => `${(await testPackets({ ...system, host: '127.0.0.1' })).loss} % lost`,
  'the program in front': programInFront,
  'reading out (you should hear a sentence)': async () => {
    await new Speech(system).play('This is Fieldwork, reading out a sentence.')
    return 'started'
  },
}

if (process.platform !== 'win32') {
  console.error('This check is for a Windows machine: it shows what no other can.')
  process.exitCode = 2
} else {
  const terminal = readline.createInterface({ input: process.stdin, output: process.stdout })
  const failed = await runChecks({
    checks,
    checklist: WINDOWS_CHECKLIST,
    ask: (question) => terminal.question(question),
    say: console.log,
  })
  terminal.close()
  process.exitCode = failed.length === 0 ? 0 : 1
}
