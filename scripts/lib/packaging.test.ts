import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { FuseV1Options } from '@electron/fuses'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { APP_SCHEME } from '#shared/domain/app-link.ts'
import { FUSES } from '../../build/fuses.ts'
import { appUpdateFile, installerConfig, requirePublisher } from '../../build/installer.ts'
import { NATIVE_PACKAGE } from '../../build/native-package.ts'
import { isPackaged } from '../../build/packaged-files.ts'
import { LOGIN_ITEM } from '../../electron/config/login-item.ts'
import forge from '../../forge.config.ts'
import { wrongFuses } from './fuses.ts'
import { wrongNativeModule } from './native-module.ts'
import { inRoot } from './paths.ts'

const names = Object.keys(FuseV1Options).filter((name) => Number.isNaN(Number(name)))
const DECIDED = names.map((name) => FUSES[FuseV1Options[name as keyof typeof FuseV1Options]])

describe('fuses', () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'fieldwork-fuses-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  /** A made-up binary with Electron's sentinel and a wire behind it. */
  function binary(wire: string): string {
    const file = path.join(folder, 'fieldwork.exe')
    const sentinel = Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX')
    const noise = Buffer.alloc(1000, 7)
    writeFileSync(
      file,
      Buffer.concat([noise, sentinel, Buffer.from([1, wire.length]), Buffer.from(wire), noise]),
    )
    return file
  }
  const asDecided = DECIDED.map((on) => (on ? '1' : '0')).join('')

  test('every one that Electron has is decided, and Forge is given them', () => {
    expect(DECIDED.every((on) => typeof on === 'boolean')).toBe(true)
    expect(forge.plugins).toEqual([{ name: '@electron-forge/plugin-fuses', config: FUSES }])
    expect(FUSES.strictlyRequireAllFuses).toBe(true)
  })

  test('a binary that has them as decided is right', async () => {
    expect(await wrongFuses(binary(asDecided), FUSES)).toEqual([])
  })

  test.each(names.map((name, place) => [name, place] as const))(
    'one with %s turned over is wrong',
    async (name, place) => {
      const flipped = DECIDED[place] ? '0' : '1'
      const wire = asDecided.slice(0, place) + flipped + asDecided.slice(place + 1)
      expect(await wrongFuses(binary(wire), FUSES)).toEqual([expect.stringContaining(name)])
    },
  )

  test('one without a fuse, or that is no binary of Electron’s, is wrong', async () => {
    expect(await wrongFuses(binary(asDecided.slice(0, -1)), FUSES)).toHaveLength(1)
    expect(await wrongFuses(binary(`r${asDecided.slice(1)}`), FUSES)).toEqual([
      expect.stringContaining('removed'),
    ])
    const file = path.join(folder, 'other')
    writeFileSync(file, 'no sentinel')
    await expect(wrongFuses(file, FUSES)).rejects.toThrow()
  })
})

describe('the package', () => {
  const packed = (file: string) => !forge.packagerConfig.ignore(file)

  test('is an archive of the built files, and of nothing else', () => {
    expect(forge.packagerConfig).toMatchObject({
      asar: { unpack: '**/*.node' },
      executableName: 'fieldwork',
    })
    const inside = ['', '/package.json', '/dist', '/dist/electron/main.cjs', '/dist/preload/preload.cjs']
    for (const file of [...inside, '/dist/renderer/assets/a.js', '/dist/renderer/index.html']) {
      expect(isPackaged(file), file).toBe(true)
      expect(packed(file), file).toBe(true)
    }
    const outside = [
      '/dist/electron/main.cjs.map',
      '/dist/renderer/.vite/manifest.json',
      '/dist/.stamps/desktop',
      '/dist/electronics',
      '/node_modules/electron',
      '/electron/main.ts',
      '/server/main.ts',
      '/.data/fieldwork.db',
      '/.env',
      '/deployment.key',
      '/out/installer',
      '/package-lock.json',
    ]
    for (const file of outside) expect(packed(file), file).toBe(false)
  })

  test('has the native module beside the archive, and any other than the one that is pinned is wrong', () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'fieldwork-package-'))
    expect(packed('/dist/electron/koffi.node')).toBe(true)
    expect(wrongNativeModule(folder)).toMatch(/isn't in the package/)
    const file = path.join(folder, 'resources/app.asar.unpacked/dist/electron/koffi.node')
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, 'another')
    expect(wrongNativeModule(folder)).toMatch(/is another/)
    rmSync(folder, { recursive: true })
    // The lock file and the checksum are of one version.
    const lock = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')) as {
      packages: Record<string, { version: string; integrity: string }>
    }
    expect(lock.packages[`node_modules/${NATIVE_PACKAGE}`]).toMatchObject({
      version: '3.3.4',
      integrity: expect.stringMatching(/^sha512-/),
    })
  })

  test('begins with the file that the manifest names', () => {
    const { main } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as { main: string }
    expect(isPackaged(`/${main}`)).toBe(true)
  })

  test('holds no secret: its configuration is the publisher’s name alone', () => {
    const config = JSON.stringify(installerConfig('Northgate', '45.4.1')) + appUpdateFile('Northgate')
    expect(config).not.toMatch(/password|token|certificateFile|BEGIN|secret/i)
  })
})

describe('the installer', () => {
  test('is for one person or for all of a machine, and always signed', () => {
    const config = installerConfig('Northgate Research Ltd', '45.4.1')
    expect(config.nsis).toMatchObject({ oneClick: false, perMachine: false, allowElevation: true })
    expect(config.forceCodeSigning).toBe(true)
    expect(config.win).toMatchObject({
      verifyUpdateCodeSignature: true,
      signtoolOptions: { publisherName: ['Northgate Research Ltd'] },
    })
    expect(config.protocols).toEqual([{ name: 'Fieldwork', schemes: ['fieldwork-app'] }])
    expect(config.electronVersion).toBe('45.4.1')
  })

  test('names its publisher, without whom electron-updater would check nothing', () => {
    expect(appUpdateFile('Northgate "R" Ltd')).toContain('publisherName: ["Northgate \\"R\\" Ltd"]')
    expect(appUpdateFile(undefined)).toContain('publisherName: ["nobody"]')
    expect(() => requirePublisher(' ')).toThrow('FIELDWORK_PUBLISHER')
    expect(requirePublisher(' Northgate ')).toBe('Northgate')
  })

  test('makes a folder for the policy that people can’t write to', () => {
    const script = readFileSync(inRoot('build/installer.nsh'), 'utf8')
    expect(script).toMatch(/icacls\.exe.*inheritance:r.*S-1-5-32-545:\(OI\)\(CI\)RX/)
  })

  test('registers links of the client’s scheme, and removes them and the start with Windows by the client’s names', () => {
    const script = readFileSync(inRoot('build/installer.nsh'), 'utf8')
    expect(script).toContain(`!define LINKS_KEY "Software\\Classes\\${APP_SCHEME}"`)
    expect(script).toContain(`"URL:${APP_SCHEME}"`)
    expect(script).toContain(`DeleteRegValue HKCU "\${RUN_KEY}" "${LOGIN_ITEM}"`)
    expect(script).toContain(`DeleteRegValue HKCU "\${RUN_APPROVED_KEY}" "${LOGIN_ITEM}"`)
    expect(readFileSync(inRoot('electron/main.ts'), 'utf8')).toContain('name: LOGIN_ITEM')
  })

  test('is made with the versions of the repository’s own packages', () => {
    const read = (file: string) =>
      JSON.parse(readFileSync(inRoot(file), 'utf8')) as { devDependencies: Record<string, string> }
    const { devDependencies: own } = read('build/package.json')
    for (const version of Object.values(own)) expect(version).toMatch(/^\d+\.\d+\.\d+$/)
    const root = read('package.json').devDependencies['@electron/fuses']
    if (root !== undefined) expect(own['@electron/fuses']).toBe(root)
  })
})
