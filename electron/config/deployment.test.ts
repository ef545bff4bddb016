import path from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { allowsHost, NO_DEPLOYMENT, parseDeployment } from './deployment.ts'
import { DEPLOYMENT_REFUSED, findDeployment } from './find-deployment.ts'
import { newSigningKeys, openSignedFile, signFile } from './signed-file.ts'

const DIALLER = {
  launch: {
    program: 'C:\\Program Files\\Dialler\\dialler.exe',
    args: ['--user={userName}', '{url}'],
    credentials: { by: 'input', text: '{password}\n' },
    origins: ['https://dialler.example'],
  },
  image: 'dialler.exe',
}
const TEXT = JSON.stringify({ version: 1, vpn: { kind: 'ras', entry: 'Office VPN' }, dialler: DIALLER })
const keys = newSigningKeys()
const signed = signFile(TEXT, keys.privateKey)

describe('a signed file', () => {
  test('opens with the key of whoever signed it', () => {
    expect(openSignedFile(signed, keys.publicKey)).toBe(TEXT)
  })

  const { payload, signature } = JSON.parse(signed) as { payload: string; signature: string }
  test.each([
    ['signed with another key', signFile(TEXT, newSigningKeys().privateKey)],
    ['changed', JSON.stringify({ payload: Buffer.from(`${TEXT} `).toString('base64'), signature })],
    ['without a signature', JSON.stringify({ payload })],
    ['with an empty one', JSON.stringify({ payload, signature: '' })],
    ['that isn’t signed at all', TEXT],
    ['that is no JSON', 'deployment'],
  ])('one %s does not', (_what, file) => {
    expect(() => openSignedFile(file, keys.publicKey)).toThrow()
  })

  test('a key of another kind is no key', () => {
    const other = 'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE0000'
    expect(() => openSignedFile(signed, other)).toThrow()
  })
})

describe('a configuration', () => {
  test('has what is configured, and no tools otherwise', () => {
    expect(parseDeployment(TEXT)).toMatchObject({
      vpn: { entry: 'Office VPN' },
      dialler: DIALLER,
      surveyTools: {},
    })
    expect(parseDeployment('{"version":1}')).toEqual(NO_DEPLOYMENT)
  })

  const dialler = (launch: object, rest: object = {}) => ({
    version: 1,
    dialler: { launch: { ...DIALLER.launch, ...launch }, ...rest },
  })
  test.each([
    ['a password among the arguments', dialler({ args: ['--password={password}'] })],
    ['one written otherwise', dialler({ args: ['{ Password }'] })],
    ['a program that is looked for', dialler({ program: 'dialler.exe' })],
    ['a program that leads upwards', dialler({ program: 'C:\\Tools\\..\\Windows\\cmd.exe' })],
    ['credentials that go some other way', dialler({ credentials: { by: 'argument' } })],
    ['a name that is no program’s', dialler({}, { image: 'dialler.exe" /F' })],
    ['a VPN whose name is a switch', { version: 1, vpn: { kind: 'ras', entry: '/DISCONNECT' } }],
    ['hosts of any kind', { version: 1, remoteDesktopHosts: ['*'] }],
    ['another version', { version: 2 }],
  ])('with %s is refused', (_what, configuration) => {
    expect(() => parseDeployment(JSON.stringify(configuration))).toThrow()
  })

  const SPEED_TEST = {
    provider: 'speedtest-net',
    program: 'C:\\Program Files\\Speedtest\\speedtest.exe',
    licenceAccepted: true,
  }
  const speedTest = (changes: object) =>
    JSON.stringify({ version: 1, speedTest: { ...SPEED_TEST, ...changes } })

  test('has a provider of speed tests only where it opts in to one', () => {
    expect(parseDeployment('{"version":1}').speedTest).toBeUndefined()
    expect(parseDeployment(speedTest({})).speedTest).toEqual({
      ...SPEED_TEST,
      args: [],
      megabytesAtMost: 1000,
    })
    for (const server of [{ id: 12345 }, { host: 'speed.northgate.example:8080' }])
      expect(parseDeployment(speedTest({ server })).speedTest).toMatchObject({ server })
  })

  test.each([
    ['no', { licenceAccepted: false }],
    ['no word of', { licenceAccepted: undefined }],
    ['the word of', { licenceAccepted: 'true' }],
  ])('with %s licence for the speed test is refused, and says why', (_what, changes) => {
    expect(() => parseDeployment(speedTest(changes))).toThrow(/the company holds its licence/)
  })

  test.each([
    ['a program that is looked for', { program: 'speedtest.exe' }],
    ['a program that leads upwards', { program: 'C:\\Tools\\..\\speedtest.exe' }],
    ['no program', { program: undefined }],
    ['another provider', { provider: 'elsewhere' }],
    ['a host that is a switch', { server: { host: '--help' } }],
    ['two servers', { server: { id: 1, host: 'speed.example' } }],
    ['a server of no number', { server: { id: -1 } }],
    ['no bound', { megabytesAtMost: 0 }],
    ['a name that is a slip', { licenseAccepted: true }],
  ])('with a speed test of %s is refused', (_what, changes) => {
    expect(() => parseDeployment(speedTest(changes))).toThrow()
  })

  test('hosts are listed by name, or by what they end with', () => {
    const patterns = ['desk.northgate.example', '*.cloud.example']
    for (const host of ['desk.northgate.example', 'DESK.Northgate.example', 'a.b.cloud.example']) {
      expect(allowsHost(patterns, host)).toBe(true)
    }
    for (const host of [
      'evil.desk.northgate.example',
      'cloud.example',
      'xcloud.example',
      'cloud.example.evil',
    ]) {
      expect(allowsHost(patterns, host)).toBe(false)
    }
  })
})

describe('where it is looked for', () => {
  function find(files: Record<string, string>, changes: Partial<Parameters<typeof findDeployment>[0]> = {}) {
    const report = vi.fn()
    const readFile = vi.fn((file: string) => files[file] ?? null)
    const sources = {
      platform: 'win32',
      env: {},
      userData: '/data',
      pinnedKey: keys.publicKey,
      packaged: true,
    }
    return { get: findDeployment({ ...sources, readFile, report, ...changes }), report, readFile }
  }
  const OWN = path.join('/data', 'deployment.json')
  const MACHINE = 'C:\\ProgramData\\Fieldwork\\deployment.json'

  test('none is no tools', () => {
    expect(find({}, { pinnedKey: '' }).get()).toEqual(NO_DEPLOYMENT)
  })

  test('the machine’s goes before the person’s, and is read once', () => {
    const other = signFile('{"version":1}', keys.privateKey)
    const { get, readFile } = find({ [MACHINE]: signed, [OWN]: other })
    expect(get().vpn).toBeDefined()
    readFile.mockClear()
    expect(get().vpn).toBeDefined()
    expect(readFile).not.toHaveBeenCalled()
    expect(find({ [OWN]: signed }).get().vpn).toBeDefined()
    expect(find({ '/etc/fieldwork/deployment.json': signed }, { platform: 'linux' }).get().vpn).toBeDefined()
  })

  test.each([
    [
      'signed by somebody else',
      { [MACHINE]: signFile(TEXT, newSigningKeys().privateKey), [OWN]: signed },
      {},
    ],
    ['that is no configuration', { [OWN]: signFile('{"version":9}', keys.privateKey) }, {}],
    ['in a build without a key', { [OWN]: signed }, { pinnedKey: '' }],
    [
      'with a key from outside of a package',
      { [OWN]: signed },
      { pinnedKey: '', env: { FIELDWORK_DEPLOYMENT_KEY: keys.publicKey } },
    ],
  ])('one %s is refused each time, and reported once', (_what, files, changes) => {
    const { get, report } = find(files, changes)
    for (let i = 0; i < 2; i++) expect(get).toThrow(DEPLOYMENT_REFUSED)
    expect(report).toHaveBeenCalledOnce()
  })

  test('outside of a package the key may come from outside', () => {
    const env = { FIELDWORK_DEPLOYMENT_KEY: keys.publicKey }
    expect(find({ [OWN]: signed }, { pinnedKey: '', packaged: false, env }).get().vpn).toBeDefined()
  })
})
