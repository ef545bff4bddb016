import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { newSigningKeys, signFile } from '../../../electron/config/signed-file.ts'
import { type StandInPrograms, standInPrograms } from '../../../electron/testing/stand-in-programs.ts'
import { LOCATION, RASDIAL } from '../../../electron/testing/windows-outputs.ts'
import type { LaunchOptions } from './desktop.ts'

/** A machine that is Windows as far as the client can tell: its programs are stand-ins, its configuration is signed. */
export interface WindowsMachine {
  readonly programs: StandInPrograms
  readonly userData: string
  /** What a client is launched with to be on this machine. */
  readonly launchOptions: LaunchOptions
  dispose(): void
}

const tool = (name: string) => ({ program: `C:\\Tools\\${name}.exe` })

/** What the company of these tests has. */
export const DEPLOYMENT = {
  version: 1,
  vpn: { kind: 'ras', entry: 'Office VPN' },
  remoteDesktopHosts: ['*.northgate.example'],
  dialler: {
    launch: {
      ...tool('dialler'),
      args: ['--user={userName}', '{url}'],
      credentials: { by: 'input', text: '{password}\n' },
      origins: ['https://dialler.northgate.example'],
    },
    logout: { ...tool('dialler-logout'), args: ['--quit'] },
    image: 'dialler.exe',
  },
  surveyTools: {
    FORSTA: {
      launch: { ...tool('survey'), credentials: { by: 'store', target: 'Northgate survey tool' } },
      reauthenticate: {
        ...tool('survey-login'),
        credentials: { by: 'input', text: '{userName}\n{password}\n' },
      },
      logout: { ...tool('survey-logout') },
      image: 'survey.exe',
    },
  },
}

/** What a company adds that has bought Ookla's licence. */
export const SPEED_TEST = {
  provider: 'speedtest-net',
  ...tool('speedtest'),
  licenceAccepted: true,
  server: { id: 12345 },
}

/** Makes one. Give another `configuration`, or sign it with another key, to see it refused. */
export function windowsMachine(configuration: object = DEPLOYMENT, pinnedKey?: string): WindowsMachine {
  const programs = standInPrograms()
  const userData = mkdtempSync(path.join(os.tmpdir(), 'fieldwork-data-'))
  const keys = newSigningKeys()
  writeFileSync(
    path.join(userData, 'deployment.json'),
    signFile(JSON.stringify(configuration), keys.privateKey),
  )
  putUsualPrograms(programs)
  return {
    programs,
    userData,
    launchOptions: {
      userData,
      deviceID: 'WINDOWS-1',
      env: {
        FIELDWORK_STANDIN_PROGRAMS: programs.folder,
        FIELDWORK_DEPLOYMENT_KEY: pinnedKey ?? keys.publicKey,
      },
    },
    dispose() {
      programs.dispose()
      rmSync(userData, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

function putUsualPrograms(programs: StandInPrograms): void {
  programs.put('rasdial', { output: RASDIAL.connected })
  programs.answer('wifiSignal', 87)
  programs.answer('dialled', [])
  programs.answer('adapters', [])
  programs.answer('proxySetting', null)
  programs.answer('isRunning', true)
  programs.answer('setVpnCredentials', null)
  programs.answer('writeCredential', null)
  programs.answer('removeCredential', null)
  programs.answer('readCredential', null)
  programs.put(
    'powershell',
    { when: 'System.Device', output: LOCATION.known },
    { when: 'Get-HotFix', output: '{"HotFixID":"KB5034441","InstalledOn":"2026-11-10"}\r\n' },
    {},
  )
  const tools = [
    'dialler',
    'dialler-logout',
    'survey',
    'survey-login',
    'survey-logout',
    'mstsc',
    'quickassist',
  ]
  for (const name of tools) programs.put(name)
}
