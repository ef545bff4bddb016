import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { FuseV1Options } from '@electron/fuses'
import { describe, expect, test } from 'vitest'
import { FUSES } from '../../build/fuses.ts'
import { contentSecurityPolicy } from '../../electron/protocol/content-security-policy.ts'
import { STOPPED_PAGE } from '../../electron/protocol/stopped-page.ts'
import { mayNavigate, opensOutside } from '../../electron/windows/navigation-policy.ts'
import { permissionPolicy } from '../../electron/windows/permission-policy.ts'
import { withoutComments } from '../../scripts/lib/source-rules.ts'

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => withoutComments(readFileSync(path.join(root, file), 'utf8'))
const sources = globSync('{electron,preload}/**/*.ts', { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !file.endsWith('.test.ts') && !file.startsWith('electron/testing/'))
  .map((file) => ({ file, text: read(file) }))

/** Sources of the desktop client that mention the name, by their path. */
function mentions(name: RegExp): string[] {
  return sources
    .filter(({ text }) => name.test(text))
    .map(({ file }) => file)
    .sort()
}

/** Every file that makes windows, and what its windows are made with. */
const WINDOWS = ['electron/windows/window-options.ts', 'electron/windows/capture-windows.ts']

/** Electron's security checklist, by its numbers; docs/desktop.md says where each is done. */
describe('the security checklist', () => {
  test('1 only secure content is loaded: the server is https or this machine, pages are the client’s own', () => {
    const policy = contentSecurityPolicy('https://fieldwork.example')
    expect(policy).not.toMatch(/http:|\*/)
    expect(mentions(/['"`]http:\/\//)).toEqual([])
    expect(mentions(/certificate-error|setCertificateVerifyProc|ignore-certificate-errors/)).toEqual([])
  })

  test('2 no page has Node', () => {
    expect(mentions(/nodeIntegration(?:InWorker|InSubFrames)?: true/)).toEqual([])
    for (const file of WINDOWS) expect(read(file), file).toContain('nodeIntegration: false')
  })

  test('3 every page is apart from its preload', () => {
    expect(mentions(/contextIsolation: false/)).toEqual([])
    for (const file of WINDOWS) expect(read(file), file).toContain('contextIsolation: true')
  })

  test('4 every process is in the sandbox', () => {
    expect(mentions(/sandbox: false|no-sandbox/)).toEqual([])
    expect(mentions(/app\.enableSandbox\(\)/)).toEqual(['electron/main.ts'])
    for (const file of WINDOWS) expect(read(file), file).toContain('sandbox: true')
  })

  test('5 permissions of the system are asked for, and refused unless listed', () => {
    const policy = permissionPolicy({ loopback: false })
    for (const permission of ['midi', 'geolocation', 'display-capture', 'openExternal', 'fileSystem']) {
      expect(policy(permission, 'app://fieldwork/')).toBe(false)
    }
    for (const permission of ['notifications', 'media'])
      expect(policy(permission, 'https://elsewhere.example/')).toBe(false)
    expect(mentions(/setPermissionRequestHandler/)).toEqual(['electron/windows/guards.ts'])
    expect(read('electron/main.ts')).toContain('guardPermissions(session.defaultSession')
  })

  test('6 webSecurity stays on', () => {
    expect(mentions(/webSecurity: false|disable-web-security/)).toEqual([])
    for (const file of WINDOWS) expect(read(file), file).toContain('webSecurity: true')
  })

  test('7 every page has a policy: its own scripts, one server, nothing else', () => {
    const policy = contentSecurityPolicy('https://fieldwork.example')
    for (const part of [
      "default-src 'none'",
      "script-src 'self';",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]) {
      expect(policy).toContain(part)
    }
    expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline/)
    expect(read('electron/protocol/serve-renderer.ts')).toContain("'content-security-policy': parts.policy")
    expect(STOPPED_PAGE).not.toMatch(/<script|javascript:| on\w+=/i)
  })

  test('8 no insecure content is let through', () => {
    expect(mentions(/allowRunningInsecureContent/)).toEqual([])
  })

  test('9 10 no experimental features and no Blink features are switched on', () => {
    expect(
      mentions(/experimentalFeatures|enableBlinkFeatures|enable-blink-features|enable-features/),
    ).toEqual([])
    expect(mentions(/commandLine/)).toEqual([])
  })

  test('11 12 there are no webviews: the tag is off, and whatever attaches is refused', () => {
    expect(mentions(/allowpopups|webviewTag: true/)).toEqual([])
    expect(read('electron/windows/window-options.ts')).toContain('webviewTag: false')
    expect(read('electron/windows/guards.ts')).toContain(
      "'will-attach-webview', (event) => event.preventDefault()",
    )
  })

  test('13 pages stay in the application', () => {
    expect(mayNavigate('https://elsewhere.example/', true)).toBe(false)
    expect(mayNavigate('file:///etc/passwd', true)).toBe(false)
    expect(mayNavigate('app://fieldwork/chat', true)).toBe(true)
  })

  test('14 windows are made in listed places alone, with the options of all', () => {
    expect(mentions(/new (?:BrowserWindow|BaseWindow|WebContentsView|BrowserView)\(/)).toEqual([
      'electron/windows/capture-windows.ts',
      'electron/windows/main-window.ts',
    ])
    expect(mentions(/webPreferences/)).toEqual([...WINDOWS].sort())
    expect(mentions(/action: 'allow'/)).toEqual(['electron/windows/guards.ts'])
  })

  test('15 only checked addresses go to the system', () => {
    for (const url of [
      'file:///c:/x.exe',
      'ms-msdt:/id',
      'smb://host/a',
      'javascript:1',
      'https://a:b@c.example',
    ]) {
      expect(opensOutside(url)).toBe(false)
    }
    expect(mentions(/shell\.open(?:External|Path)|openExternal/)).toEqual(['electron/main.ts'])
  })

  test('16 Electron is one exact version, of a line that is maintained', () => {
    const { devDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      devDependencies: { electron: string }
    }
    expect(devDependencies.electron).toMatch(/^\d+\.\d+\.\d+$/)
    expect(Number.parseInt(devDependencies.electron, 10)).toBeGreaterThanOrEqual(45)
  })

  test('17 every message’s sender is checked, in the one place where messages arrive', () => {
    expect(mentions(/ipcMain/)).toEqual(['electron/main.ts'])
    const dispatcher = read('electron/commands/dispatcher.ts')
    expect(dispatcher).toContain('if (!isTrusted(event, parts.windows))')
    expect(dispatcher).toContain(
      'frame.parent === null && windows.has(event.sender.id) && isOwnPage(frame.url)',
    )
  })

  test('18 pages come by a scheme of the client’s own, never by file:', () => {
    expect(mentions(/file:\/\/|loadFile\(/)).toEqual([])
    expect(mentions(/bypassCSP|allowServiceWorkers|corsEnabled/)).toEqual([])
  })

  test('19 the fuses are set', () => {
    const off = [
      'RunAsNode',
      'EnableNodeOptionsEnvironmentVariable',
      'EnableNodeCliInspectArguments',
    ] as const
    for (const name of [...off, 'GrantFileProtocolExtraPrivileges'] as const) {
      expect(FUSES[FuseV1Options[name]], name).toBe(false)
    }
    for (const name of ['OnlyLoadAppFromAsar', 'EnableEmbeddedAsarIntegrityValidation'] as const) {
      expect(FUSES[FuseV1Options[name]], name).toBe(true)
    }
  })

  test('20 pages are given functions of ours, and nothing of Electron’s', () => {
    expect(mentions(/exposeInMainWorld/)).toEqual(['preload/preload.ts'])
    const preload = read('preload/preload.ts')
    const exposed = preload.slice(preload.indexOf('exposeInMainWorld'))
    expect(exposed).not.toMatch(/:\s*ipcRenderer\b|\bwebUtils\b|\(\.\.\.args/)
    // The event, by which a listener could reach ipcRenderer, stays in the preload.
    expect(exposed).toContain('(_event: unknown, payload: unknown) => listener(payload)')
    expect(mentions(/@electron\/remote/)).toEqual([])
  })
})

test('processes are started in one folder, and never by a shell', () => {
  expect(mentions(/child_process/)).toEqual([
    'electron/platform/command-runner.ts',
    'electron/platform/program-follower.ts',
    'electron/platform/program-launcher.ts',
  ])
  expect(mentions(/shell: (?!false)|execSync|spawnSync|, exec\b/)).toEqual([])
})

test('the installer’s own check, which runs in a shell, is replaced', () => {
  expect(read('electron/services/updates/nsis-source.ts')).toContain('updater.verifyUpdateCodeSignature = ')
})
