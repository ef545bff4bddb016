/** electron-builder's installer with what build/installer.nsh adds: installs, upgrades and removes. Only under Wine. */
import assert from 'node:assert/strict'
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { LOGIN_ITEM } from '../../electron/config/login-item.ts'
import { machineFile } from '../../electron/config/machine-folder.ts'
import { installationId } from '../../scripts/lib/installer-template.ts'
import { APP_SCHEME } from '../../shared/domain/app-link.ts'
import { folder, SETUPS, system } from './machine-here.ts'

const LIMITS = { timeLimitMs: 60_000, outputLimitBytes: 65_536 }
const REG = 'C:\\Windows\\System32\\reg.exe'
const ICACLS = 'C:\\Windows\\System32\\icacls.exe'
const RUN = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run'
const APPROVED = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Explorer\\StartupApproved\\Run'
const FINDSTR = 'C:\\Windows\\System32\\findstr.exe'
const POWERSHELL = 'C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe'
const LINKS = `Software\\Classes\\${APP_SCHEME}`
const ID = installationId('example.fieldwork.client')
const UNINSTALL = `Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\${ID}`
const INSTALLED = `Software\\${ID}`

const reg = (...args: string[]) => system.end(REG, args, LIMITS)

/** A key of the registry with all in it, as text; null where there is none. */
async function key(name: string): Promise<string | null> {
  const file = path.join(folder, 'key.reg')
  rmSync(file, { force: true })
  const { exitCode } = await reg('export', name, file, '/y')
  return exitCode === 0 && existsSync(file) ? readFileSync(file, 'utf16le') : null
}

const install = (version: string, ...args: string[]) =>
  system.run(path.join(SETUPS, `setup-${version}.exe`), ['/S', ...args], LIMITS)

/** Removes it as people do: the uninstaller goes on as a copy of itself, which is waited for. */
async function remove(at: string, who: '/allusers' | '/currentuser'): Promise<void> {
  const root = who === '/allusers' ? 'HKLM' : 'HKCU'
  await system.run(path.join(at, 'Uninstall Fieldwork.exe'), ['/S', who], LIMITS)
  for (let round = 0; round < 200 && existsSync(at); round++) await wait(100)
  for (let round = 0; round < 20 && (await key(`${root}\\${UNINSTALL}`)) !== null; round++) await wait(100)
}

const recorded = path.join(os.homedir(), 'icacls.txt')
const accessLines = () =>
  existsSync(recorded) ? readFileSync(recorded, 'utf16le').split('\n').filter(Boolean) : []

describe('the installer', { skip: SETUPS === '' ? 'no makensis' : false }, () => {
  const policy = machineFile(process.platform, process.env, 'policy.json')
  const machine = 'C:\\Program Files\\Fieldwork'
  const person = path.join(os.homedir(), 'AppData', 'Local', 'Programs', 'Fieldwork')
  const links = (of: string, desktop: string) => [
    path.join(desktop, 'Desktop', 'Fieldwork.lnk'),
    path.join(of, 'Microsoft', 'Windows', 'Start Menu', 'Programs', 'Fieldwork.lnk'),
  ]
  const machineLinks = links('C:\\ProgramData', 'C:\\users\\Public')
  const personLinks = links(path.join(os.homedir(), 'AppData', 'Roaming'), os.homedir())
  const kept = path.join(os.homedir(), 'AppData', 'Local', 'fieldwork-updater', 'installer.exe')
  const own = [ICACLS, POWERSHELL, FINDSTR].map(
    (file) => [file, path.join(folder, path.basename(file))] as const,
  )
  const contentOf = (at: string) =>
    ['Fieldwork.exe', 'resources\\app.asar', 'resources\\old.txt'].map((name) => {
      const file = path.join(at, name)
      return existsSync(file) ? readFileSync(file, 'utf8') : null
    })

  before(async () => {
    // What a run that was broken off has left.
    for (const root of ['HKLM', 'HKCU']) {
      for (const name of [UNINSTALL, INSTALLED, LINKS]) await reg('delete', `${root}\\${name}`, '/f')
    }
    for (const [file, copy] of own) {
      copyFileSync(file, copy)
      copyFileSync(path.join(SETUPS, path.basename(file)), file)
    }
    for (const left of [
      recorded,
      machine,
      person,
      path.dirname(policy),
      ...machineLinks,
      ...personLinks,
      kept,
    ]) {
      rmSync(left, { recursive: true, force: true })
    }
  })
  after(() => {
    for (const [file, copy] of own) copyFileSync(copy, file)
  })

  test('for all people: files, registry, links, and a folder that people only read', async () => {
    await install('1.0.0', '/allusers')
    assert.deepEqual(contentOf(machine), ['one', 'one', 'old'])
    const links = (await key(`HKLM\\${LINKS}`)) ?? ''
    assert.match(links, /@="URL:fieldwork-app"\r\n"URL Protocol"=""/)
    assert.match(
      links,
      /shell\\open\\command\]\r\n@="\\"C:\\\\Program Files\\\\Fieldwork\\\\Fieldwork\.exe\\" \\"%1\\""/,
    )
    assert.equal(await key(`HKCU\\${LINKS}`), null)
    const entry = (await key(`HKLM\\${UNINSTALL}`)) ?? ''
    const uninstaller = '\\"C:\\\\Program Files\\\\Fieldwork\\\\Uninstall Fieldwork.exe\\"'
    for (const line of [
      '"DisplayName"="Fieldwork 1.0.0"',
      '"DisplayVersion"="1.0.0"',
      `"UninstallString"="${uninstaller} /allusers"`,
      `"QuietUninstallString"="${uninstaller} /allusers /S"`,
      '"DisplayIcon"="C:\\\\Program Files\\\\Fieldwork\\\\Fieldwork.exe,0"',
      '"NoModify"=dword:00000001',
      '"NoRepair"=dword:00000001',
    ]) {
      assert.ok(entry.includes(line), `${line}\n${entry}`)
    }
    assert.match(
      (await key(`HKLM\\${INSTALLED}`)) ?? '',
      /"InstallLocation"="C:\\\\Program Files\\\\Fieldwork"/,
    )
    assert.equal(await key(`HKCU\\${UNINSTALL}`), null)
    assert.deepEqual(machineLinks.map(existsSync), [true, true])
    assert.deepEqual(personLinks.map(existsSync), [false, false])
    // What a later update is computed from.
    assert.deepEqual(readFileSync(kept), readFileSync(path.join(SETUPS, 'setup-1.0.0.exe')))
    // Wine has no inheritance of access rights: that icacls is asked for them is all that shows here.
    assert.ok(existsSync(path.dirname(policy)))
    const rights =
      '/inheritance:r /grant:r *S-1-5-18:(OI)(CI)F *S-1-5-32-544:(OI)(CI)F *S-1-5-32-545:(OI)(CI)RX'
    assert.deepEqual(
      accessLines().map((line) => line.toLowerCase()),
      [`"${ICACLS}" "${path.dirname(policy)}" ${rights}`.toLowerCase()],
    )
  })

  test('an update replaces all of it, and keeps the policy, the start with Windows and the person’s links', async () => {
    writeFileSync(policy, '{"version":1}')
    const program = `"${machine}\\Fieldwork.exe"`
    await reg('add', RUN, '/v', LOGIN_ITEM, '/d', program, '/f')
    await reg('add', APPROVED, '/v', LOGIN_ITEM, '/d', '02', '/f')
    await reg('add', RUN, '/v', 'Another', '/d', 'another.exe', '/f')
    await reg('add', `HKCU\\${LINKS}\\shell\\open\\command`, '/d', `${program} "%1"`, '/f')
    // A person who doesn't want it there.
    rmSync(machineLinks[0] ?? '')
    // As electron-updater starts it: that it is for all people is read from the registry.
    await install('1.1.0', '--updated')
    assert.deepEqual(contentOf(machine), ['two', 'two', null])
    assert.match((await key(`HKLM\\${UNINSTALL}`)) ?? '', /"DisplayName"="Fieldwork 1\.1\.0"/)
    assert.equal(await key(`HKCU\\${UNINSTALL}`), null)
    assert.deepEqual(machineLinks.map(existsSync), [false, true])
    assert.match((await key(RUN)) ?? '', /"Fieldwork"="\\"C:/)
    assert.match((await key(APPROVED)) ?? '', /"Fieldwork"=/)
    assert.match((await key(`HKLM\\${LINKS}`)) ?? '', /URL Protocol/)
    assert.notEqual(await key(`HKCU\\${LINKS}`), null)
    assert.equal(readFileSync(policy, 'utf8'), '{"version":1}')
  })

  test('removed, it leaves the administrator’s folder and other programs alone, and nothing else', async () => {
    await remove(machine, '/allusers')
    assert.equal(existsSync(machine), false)
    for (const name of [LINKS, UNINSTALL, INSTALLED].flatMap((one) => [`HKLM\\${one}`, `HKCU\\${one}`])) {
      assert.equal(await key(name), null, name)
    }
    assert.deepEqual(machineLinks.map(existsSync), [false, false])
    const run = (await key(RUN)) ?? ''
    assert.doesNotMatch(run, /Fieldwork/)
    assert.match(run, /"Another"=/)
    assert.doesNotMatch((await key(APPROVED)) ?? '', /Fieldwork/)
    assert.equal(readFileSync(policy, 'utf8'), '{"version":1}')
    await reg('delete', RUN, '/v', 'Another', '/f')
  })

  test('for one person: their own part of the registry, and no folder of the machine’s', async () => {
    rmSync(path.dirname(policy), { recursive: true, force: true })
    rmSync(recorded, { force: true })
    // What an older version left there is replaced.
    await reg('add', `HKCU\\${LINKS}\\shell\\open\\command`, '/d', 'C:\\old\\fieldwork.exe', '/f')
    await reg('add', `HKCU\\${LINKS}\\DefaultIcon`, '/d', 'C:\\old\\fieldwork.exe', '/f')
    await install('1.0.0', '/currentuser')
    assert.deepEqual(contentOf(person), ['one', 'one', 'old'])
    const links = (await key(`HKCU\\${LINKS}`)) ?? ''
    assert.match(links, /Programs\\\\Fieldwork\\\\Fieldwork\.exe\\" \\"%1\\""/)
    assert.doesNotMatch(links, /C:\\\\old/)
    assert.equal(await key(`HKLM\\${LINKS}`), null)
    assert.equal(existsSync(path.dirname(policy)), false)
    assert.deepEqual(accessLines(), [])
    const entry = (await key(`HKCU\\${UNINSTALL}`)) ?? ''
    assert.match(entry, /"QuietUninstallString"=".*Uninstall Fieldwork\.exe\\" \/currentuser \/S"/)
    assert.equal(await key(`HKLM\\${UNINSTALL}`), null)
    assert.deepEqual([...personLinks, ...machineLinks].map(existsSync), [true, true, false, false])
    await remove(person, '/currentuser')
    assert.equal(existsSync(person), false)
    assert.equal(await key(`HKCU\\${LINKS}`), null)
    assert.equal(await key(`HKCU\\${UNINSTALL}`), null)
    assert.deepEqual(personLinks.map(existsSync), [false, false])
  })

  test('for all people, it takes the place of the one of the person who installs it', async () => {
    await install('1.0.0', '/currentuser')
    assert.deepEqual(contentOf(person), ['one', 'one', 'old'])
    await install('1.1.0', '/allusers')
    assert.deepEqual([contentOf(machine), existsSync(person)], [['two', 'two', null], false])
    assert.equal(await key(`HKCU\\${UNINSTALL}`), null)
    assert.deepEqual([...personLinks, ...machineLinks].map(existsSync), [false, false, true, true])
    await remove(machine, '/allusers')
    assert.equal(existsSync(machine), false)
  })

  test('a damaged installer is an error, and installs nothing', async () => {
    const broken = path.join(folder, 'broken.exe')
    const whole = readFileSync(path.join(SETUPS, 'setup-1.0.0.exe'))
    writeFileSync(broken, whole.subarray(0, whole.length - 200))
    await assert.rejects(system.run(broken, ['/S', '/currentuser'], LIMITS), { name: 'CommandFailure' })
    assert.equal(existsSync(person), false)
  })
})
